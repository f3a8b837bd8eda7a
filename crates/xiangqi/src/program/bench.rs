//! What `bench` searches.

/// Plies that each position is searched.
pub(super) const DEPTH: u32 = 10;

/// Openings, middle games and endgames: fights, mates, positions that must not be taken for
/// won, and, from the thirteenth on, of the engine's own games.
pub(super) const POSITIONS: [&str; 40] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "r1bak1b1r/4a4/2n3n2/4c4/p1p1P1p1p/6P2/P1P5P/2N1C1N2/4A4/R1B1KAB1R w - - 0 1",
    "rnba1aCn1/4k4/8r/p1p1p3p/1c4P2/2P6/P3c3P/1C4N2/4K4/RNBA1AB1R b - - 0 1",
    "2bakab2/9/c3c1n2/p3p1p1p/1npr5/2P2NP2/P3P3P/2CCB4/4A4/1NBAKR3 b - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
    "4ka3/4a4/9/p8/C8/9/9/8B/3p2ppc/4K4 w - - 0 1",
    "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1",
    "9/9/3ak4/9/9/2C6/9/8R/5K3/5A3 w - - 0 1",
    "rn1akabnr/9/c3b3c/p1p1p3p/6p2/8P/P1P1P1P2/6CCR/4K4/RNBA1ABN1 w - - 8 5",
    "rnbakab1r/9/2c3c1n/p1p1p1p1p/7C1/6P2/P1P1P3P/3C5/9/RNBAKABNR w - - 6 4",
    "r1bakabnr/9/n8/1cp1p1pc1/p7p/9/PCP1P1P1P/2C6/9/RNBAKABNR w - - 10 6",
    "3akab2/8r/2n3n1c/p3p1p1p/2b6/1N4P2/P3P3P/1C1rB1NR1/1R7/3AKAB2 w - - 0 16",
    "2baka1R1/9/4b4/p7p/9/P2nN1BN1/2r1P3P/4B4/4A4/1c2KA3 b - - 20 32",
    "3k1ab2/9/1c3r3/p8/8R/3N5/8P/4B4/4A4/4KA3 w - - 5 41",
    "2bakab2/2n6/r7c/2p1C1p2/P1r5p/RN7/2P1P1c1P/6N2/9/2BAKAB1R b - - 0 16",
    "3akab2/4n4/4b1n2/CR2p4/c5p2/8p/2P3r2/N1C1B4/4A4/3K1AB2 w - - 1 25",
    "2b1ka3/4a4/4b4/R3C3p/3np2r1/P5RN1/1r2P4/4B2c1/4A4/2BAK4 w - - 15 32",
    "3ak4/4a4/4b4/6P2/2b6/6B2/9/2p1B4/4A4/4KA3 w - - 5 50",
    "2ba1ab2/4k4/6P2/P1p1p3p/5r3/5R2P/2P6/4B4/9/3AKAB1R b - - 0 25",
    "4k1b2/9/2n1b4/2p2R3/p1c1p1r2/9/P7P/N3C4/9/2BAKA3 b - - 3 32",
    "2b1kab1r/4a4/n3n4/p1p1p3p/9/2P1R4/Prc1N3P/4B1N1C/9/2BAKA2R b - - 8 17",
    "2b1ka3/4aR3/4b4/p7p/4p4/P1Bn1N3/1r2P3P/N2AB4/4A4/4K3c w - - 7 25",
    "4kab2/4a4/2N1b1c2/2P6/2p5p/7R1/3r5/4B4/4A4/3AK4 w - - 1 51",
    "2bakabnr/1R7/9/R1p1p4/6p1P/4P2N1/2r3P2/4B4/9/2BAKA3 b - - 0 17",
    "3a1ab2/4k1N2/9/4r2P1/p2r4p/9/9/2R1B4/4A4/3AK1B2 w - - 4 40",
    "2ba1k3/4a4/2R1b4/5CC2/p2PP1p2/9/9/4BA3/4K4/1c5r1 b - - 32 49",
    "2baka3/7r1/4b3n/pn2p3R/9/1r2P4/P1N5P/4B4/2R6/2BAKA3 w - - 0 26",
    "1n1ak1b2/4a4/9/3R5/2b6/5N3/9/4B4/5Cnr1/2BAKA3 b - - 4 32",
    "3c1kb1R/4a4/5a3/9/7c1/P6C1/2R1Prr1P/4B3B/4A4/4KA3 w - - 11 40",
    "r1b1ka1r1/4a4/2n1b4/p3n1p1p/2P6/P1c2N3/R7P/4C4/1C6R/2BAKAB2 w - - 1 16",
    "2bakab2/4n4/9/pr4p1p/9/2R6/P5P1P/4B3N/4A4/3AK1B2 w - - 1 25",
    "3aka3/9/9/8R/p5p2/9/P3P1n1P/3K5/4A4/2B2Ar2 b - - 3 41",
    "4kab2/1r2a4/nC2b4/N1p1R3n/9/P8/R3P4/4B4/9/3AKA2r w - - 3 24",
    "2bak4/1r2a4/9/1nCP5/p3pcb1p/9/PR6P/4B1N2/4A4/4KAB2 w - - 9 32",
    "4ka3/4a4/b3bnN2/6R2/6p2/4r4/9/4B4/9/3AKAB2 b - - 2 40",
    "4ka3/4a4/8b/p7P/2P2N3/n5B2/5n3/9/4A1C2/4KA3 w - - 4 49",
];
