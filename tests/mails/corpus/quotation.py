"""The mail of ours that replies quote, as text and as HTML, in both languages. Its indented lines are orders, too."""

KEY = "abcdefghijklmnopqrstuvwxyz"
REPLY_TO = f"p+{KEY}@in.play.example.org"
SENDER = "turns@play.example.org"
SENT_ID = "turn.41.207.3@play.example.org"
SUBJECT = "Thursday table · Age of Steam, turn 3 of 8"

TEXT = {
    "en": """\
Bid for turn order until Thu 19 Nov, 18:00.  — reply above this line —


THURSDAY TABLE · AGE OF STEAM · QUESTION 207

YOUR TURN: BID FOR TURN ORDER · TURN 3 OF 8

Answer until        Thursday 19 November 2026, 18:00 (Warsaw)
If you say nothing  “Pass: place 3” is played. You are out and pay $2.
You play            Green

Open the board and move:
https://play.example.org/t/WzEsInNlYXQiLDQxLDNd.aQcPmg.5vYx3rC1k0

YOUR MOVES
--------------------------------------------------------------------------
Answer with the indented lines, at the very top of your mail. A link shows
the position after the move; a button there plays it.

Bid $3. You lead; if the others pass you are first for $3.
    bid.3
https://play.example.org/t/WzEsInNlYXQiLDQxLDNd.aQcPmg.5vYx3rC1k0/bid.3

Pass: place 3. You are out and pay $2 if nobody bids again.
    pass
https://play.example.org/t/WzEsInNlYXQiLDQxLDNd.aQcPmg.5vYx3rC1k0/pass

--------------------------------------------------------------------------
History:
https://play.example.org/t/WzEsInNlYXQiLDQxLDNd.aQcPmg.5vYx3rC1k0/history
Railpost · Thursday table, table 41, question 207 · these links are your
key to the seat: do not forward this mail.
""",
    "fr": """\
Miser pour l'ordre du tour jusqu'au 19/11, 18:00.  — répondez au-dessus de cette ligne —


LA TABLE DU JEUDI · AGE OF STEAM · QUESTION 207

À VOUS : MISER POUR L'ORDRE DU TOUR · TOUR 3 SUR 8

Répondre avant      jeudi 19 novembre 2026, 18:00 (Paris)
Sans réponse        « Passer : place 3 » est joué.
Vous jouez          Vert

Ouvrir le plateau et jouer :
https://play.example.org/t/WzEsInNlYXQiLDQxLDNd.aQcPmg.5vYx3rC1k0

VOS COUPS
--------------------------------------------------------------------------
Miser 3 $. Vous menez ; si les autres passent, vous êtes premier.
    bid.3
https://play.example.org/t/WzEsInNlYXQiLDQxLDNd.aQcPmg.5vYx3rC1k0/bid.3

Passer : place 3.
    pass
https://play.example.org/t/WzEsInNlYXQiLDQxLDNd.aQcPmg.5vYx3rC1k0/pass

--------------------------------------------------------------------------
Railpost · La table du jeudi, table 41, question 207 · ces liens sont la
clé de votre place : ne transférez pas ce courriel.
""",
}


def html(lang: str, *, picture: bool = True) -> str:
    """The same as a mail program quotes it."""
    first, _, rest = TEXT[lang].partition("\n")
    rows = "".join(f"<tr><td>{line or '&nbsp;'}</td></tr>\n" for line in rest.strip().split("\n"))
    board = '<tr><td><img src="cid:board0.turn" width="600" alt="The board"></td></tr>\n' if picture else ""
    return (
        '<table role="presentation" width="100%" cellpadding="0"><tbody><tr><td align="center">\n'
        '<table role="presentation" width="600" style="background:#fffdf6;max-width:600px"><tbody>\n'
        f'<tr><td><p style="padding:0">{first}</p></td></tr>\n{board}{rows}</tbody></table>\n</td></tr></tbody></table>'
    )


def prefixed(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() if line else ">" for line in text.rstrip("\n").split("\n"))
