"""What mail programs and manners add to an answer, in the languages that people write in: lines that introduce a
quotation, separators, signatures of phones, greetings."""

import re

from pbem.mail_in.parse.commands import split_command

# The labels of a block such as From, Sent, To, Subject, by which Outlook and others introduce a quotation.
_FROM = "from|von|de|od|da|van|från|fra|lähettäjä|feladó|от|expéditeur|remitente|kimden|发件人|寄件者|差出人|보낸 사람"
_OTHERS = (
    "sent|date|to|cc|subject|reply-to|importance|gesendet|datum|an|kopie|betreff|antwort an|envoyé|envoyé le|à"
    "|copie|objet|wysłano|wysłane|data|do|dw|temat|enviado|enviada|enviada em|enviado el|enviado em|para|assunto"
    "|asunto|fecha|inviato|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|lähetetty"
    "|vastaanottaja|aihe|отправлено|кому|тема|дата"
    "|tarih|kime|konu|发送时间|收件人|主题|送信日時|宛先|件名|보낸 날짜|받는 사람|제목"
    "|gönderilen"
)
_LABEL = re.compile(rf"^[\s>*_]*(?:({_FROM})|(?:{_OTHERS}))[\s*_]*[:：]", re.IGNORECASE)
_SEPARATOR = re.compile(
    r"^[\s>]*(?:_{20,}|-{4,}\s?[^-\s].{2,60}[^-\s]\s?-{4,}|={5,}\s?[^=\s].{2,60}[^=\s]\s?={5,})\s*$"
)
_FORWARDS = re.compile(
    r"^\s*(begin forwarded message|début du message (transféré|réexpédié)|anfang der weitergeleiteten nachricht|"
    r"początek przekazywanej wiadomości|início da mensagem (reencaminhada|encaminhada)|inizio messaggio inoltrato|"
    r"comienzo del mensaje reenviado)\s*[:：]",
    re.IGNORECASE,
)
_MOMENT = re.compile(r"\b(19|20)\d\d\b|\b\d{1,2}\s?[:.h]\s?\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d\d")
_DAYS = (
    "mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|mo|di|mi|do|fr|sa|so|pon|wt|śr|czw|pt|sob|niedz|"
    "seg|ter|qua|qui|sex|sáb|dom|mié|jue|vie|gio|ma|wo|za|zo|mån|tis|ons|tors|fre|lör|sön|tir|lør|søn"
)
_OPENERS = re.compile(rf"^\s*(on|le|am|em|el|il|op|den|dnia|dne|w dniu|a|no dia|{_DAYS})\b", re.IGNORECASE)
_DATED = re.compile(rf"\d|\b({_DAYS})\b", re.IGNORECASE)
# The words by which quotations are introduced; only with one of them a line that holds a moment introduces one.
_WROTE = re.compile(
    r"wrote|écrit|ecrit|schrieb|napisał|napisal|pisze|escreveu|escribió|escribio|scritto|schreef|skrev|napsal|írta|"
    r"kirjoitti|пише|писал|написал|yazdı|写道|寫道|のメール|작성|geschreven|writes",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"^\W*("
    r"(sent|envoyé|gesendet|wysłan[eoay]|enviad[oa]|inviato|verzonden|verstuurd|skickat|sendt|odesláno|lähetetty)\s+"
    r"(from|with|via|by|using|de|depuis|avec|par|von|mit|z|ze|do|da|desde|[aà] partir|con|dal|vanaf|met|från|fra|med)\b"
    r".{0,90}"
    r"|von meinem .{2,40} (gesendet|versendet)\.?"
    r"|diese nachricht wurde von meinem .{2,60} gesendet\.?"
    r"|(get|obtenez|téléchargez|télécharger|holen sie sich|pobierz|obter|obtenha|baixar|descarga) outlook\b.{0,90}"
    r"|outlook (für|pour|for|dla|para) (ios|android)\b.{0,80}"
    r"|yahoo mail ?: .{3,60}"
    r"|typed on my .{2,40}|excuse (my |the )?(brevity|typos).{0,60}|please excuse .{2,60}"
    r")\s*$",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^\W*(hi|hello|hey|dear|good (morning|evening|afternoon|day)|greetings|bonjour|bonsoir|salut|coucou|cher|chère|"
    r"hallo|guten (tag|morgen|abend)|moin|servus|liebe[rs]?|cześć|czesc|dzień dobry|hej|olá|ola|oi|bom dia|"
    r"boa (tarde|noite)|hola|buenos días|ciao|buongiorno|hoi)\b([^\d:]{0,40})$",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"^\W*((best|kind|warm|many|with|kindest|warmest)?\s*(regards|wishes|greetings)|"
    r"best|cheers|thanks|thank you|many thanks|thx|sincerely|yours|take care|all the best|good luck|have fun|bye|"
    r"see you( soon| later)?|have a (nice|good|great) (day|evening|weekend|week|time)|"
    r"cordialement|bien (cordialement|à (vous|toi|tous))|amicalement|amitiés|merci( bien| beaucoup| d'avance)?|"
    r"bonne (journée|soirée|partie|chance|fin de \w{3,15})|à (bientôt|plus|demain)|bises|(sincères )?salutations|"
    r"(viele|liebe|beste|schöne|herzliche|mit freundlichen) grü(ß|ss)en?|lg|vg|mfg|gruß|gruss|danke|vielen dank|"
    r"tschüss|"
    r"pozdrawiam|z poważaniem|dzięki|dziękuję|do zobaczenia|"
    r"(um )?abraços?|cumprimentos|atenciosamente|obrigad[oa]|até (logo|breve|já)|"
    r"saludos|un saludo|gracias|cordiali saluti|saluti|grazie|groet(en|jes)?|met vriendelijke groet(en)?|"
    r"hälsningar|mvh|hilsen)\b(?P<rest>[^\d]{0,40})$",
    re.IGNORECASE,
)
_LONGEST_LABEL_BLOCK = 7
_LONGEST_INTRODUCTION = 4


def is_phone_signature(line: str) -> bool:
    return bool(_PHONE.match(line[:200]))


def after_greeting(line: str) -> str | None:
    """What stands behind a greeting, a name most likely; None when the line is no greeting."""
    found = _GREETING.match(line[:200])
    return found[found.re.groups] if found else None


def after_closing(line: str) -> str | None:
    """The same for the phrases by which letters end."""
    found = _CLOSING.match(line[:200])
    return found["rest"] if found else None


def is_signature_mark(line: str) -> bool:
    """A lone `--`; mail programs make a long dash of it."""
    return line.strip() in ("--", "—", "–", "___", "__")


def first_divider(lines: list[str]) -> int:
    """Where a separator or a block of From, Sent, To, Subject begins; the number of lines if there is none."""
    for at, line in enumerate(lines):
        if _SEPARATOR.match(line[:120]) or _FORWARDS.match(line[:120]):
            return at
        found = _LABEL.match(line[:200])
        if found:
            block = [_LABEL.match(near[:200]) for near in lines[at : at + _LONGEST_LABEL_BLOCK]]
            if sum(map(bool, block)) >= 3 and any(label and label[1] for label in block):
                return at
    return len(lines)


def without_introduction(lines: list[str]) -> list[str]:
    """Without "On … somebody wrote:" at the end, which may run over several lines."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    for length in range(1, min(_LONGEST_INTRODUCTION, end) + 1):
        lead = lines[end - length : end]
        if not all(line.strip() for line in lead):
            break
        if introduces(" ".join(lead)) and split_command(lead[0]) is None:
            start = end - length
            while start and end - start < _LONGEST_INTRODUCTION and _was_begun(lines[start - 1]):
                start -= 1
            return without_introduction(lines[:start])
    return lines[:end]


def _was_begun(line: str) -> bool:
    """Whether an introduction may have begun here and been broken: in the date, or before the address."""
    return line.rstrip().endswith("<") or bool(_OPENERS.match(line) and _DATED.search(line))


def introduces(text: str) -> bool:
    """A line that ends in a colon or an address, says that somebody wrote, and when or from which address."""
    text = text.strip()[:600]
    if not text.endswith((":", "：", ">", "@", ";")):
        return False
    return bool(_WROTE.search(text) and (_MOMENT.search(text) or "@" in text))
