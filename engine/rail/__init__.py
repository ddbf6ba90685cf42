"""What railway games share: hexes, tiles, track, links, goods, auctions. It knows no phases and no turn order."""
