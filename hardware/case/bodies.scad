// What is bought, as true bodies: boards with their sockets, displays, plugs with the bend of their cables. Tests put them
// into the case and measure. Sources: boards, holes and sockets as in Raspberry Pi's drawings (Pi 4 and 5: 85 x 56, holes
// 58 x 49, 3.5 from the left edge; Zero 2 W: 65 x 30, holes 58 x 23); displays as in Raspberry Pi's documentation (first:
// 194 x 110 x 20, in its drawing 192.96 x 110.76; Touch Display 2:
// 189.5 x 120 x 15). What is marked (assumed) is in no drawing that we had: measure it.
pcb_t = 1.4;
flat_t = 0.3;     // of the display's flat cable
above = 8.5;      // the header's pins above a board; a HAT's socket takes them

// Left edge of a board, its size, its holes' middle from its left lower corner, height of its highest socket.
function pi_size(board) = board == "zero" ? [65, 30] : [85, 56];
function pi_holes(board) = board == "zero" ? [58, 23] : [58, 49];
function pi_middle(board) = board == "zero" ? [32.5, 15] : [32.5, 28];

// The flat cable's socket: its middle, the cable's width, and where the cable goes up: a Pi 4's straight through the HAT's
// slot, a Pi 5's past the HAT's right edge.
function flat_socket(board) = board == "pi5" ? [54.5, 13.3, 11.5, 66] : [4, 28, 16, 4];

// A board, its lower left corner at the origin, its underside at z = 0.
module pi_body(board, cooler = false) {
    s = pi_size(board);
    cube([s[0], s[1], pcb_t]);
    translate([3.5 + 29 - 25.4, s[1] - 3.5 - 2.54, pcb_t]) cube([50.8, 5.08, above]);              // header
    if (board == "zero") {
        translate([12.4 - 5.6, -1, pcb_t]) cube([11.2, 8, 3.4]);                                     // mini HDMI
        for (x = [41.4, 54]) translate([x - 4, -1, pcb_t]) cube([8, 6, 2.7]);                        // USB, power
        translate([-2, 16.7 - 6, pcb_t]) cube([15, 12, 1.5]);                                        // card
    } else {
        ports = board == "pi4" ? [[9, 0], [27, 0], [45.75, 1]] : [[10.2, 1], [29.1, 0], [47, 0]];
        for (p = ports)
            if (p[1] == 1) translate([s[0] + 3 - 21.3, p[0] - 8, pcb_t]) cube([21.3, 16, 13.5]);     // Ethernet
            else translate([s[0] + 3 - 17.5, p[0] - 6.6, pcb_t]) cube([17.5, 13.2, 16]);             // USB, two high
        translate([11.2 - 4.5, -1.2, pcb_t]) cube([9, 7.4, 3.2]);                                    // USB-C
        for (x = [25.8, 39.2]) translate([x - 3.3, -1.2, pcb_t]) cube([6.6, 7.5, 3.2]);              // micro HDMI
        translate([-2.5, 22, -1.5]) cube([15, 12, 1.5]);                                             // card, below
        translate([22, 24, pcb_t]) cube([17, 17, 2.4]);                                              // processor
        // Socket of the display's flat cable. Pi 4: 4 mm from the left edge, 28 mm up. Pi 5: the second of two (assumed)
        socket = flat_socket(board);
        translate([socket[0] - 1.6, socket[1] - socket[2] / 2 - 3, pcb_t]) cube([3.2, socket[2] + 6, 5.5]);
        // Active Cooler: outline (assumed); a HAT over it stands 15 mm up at least, better 16 (HAT+ specification)
        if (cooler) translate([4, 7, pcb_t + 1]) difference() {
            cube([58, 42, 12.6]);
            translate([40, -1, -1]) cube([19, 17, 15]);   // the sockets of the flat cables stay free (assumed)
        }
    }
}

// The middle of the HAT's connectors for buttons and displays, from the corner of the board below it.
function hat_plug(kind, side) = side == "a" ? (kind == "button" ? [4.7, 43.25] : [4.7, 12.8]) : (kind == "button" ? [60.3, 37.75] : [60.3, 18.25]);

// The HAT, its corner over the board's, its underside at z = 0: board, socket below, upright JST XH with their plugs and
// wires that leave upwards and bend.
module hat_body(spacer) {
    difference() {
        translate([0, -0.5, 0]) cube([65, 56.5, 1.6]);
        translate([-1, 19.5, -1]) cube([6, 17, 4]);                                                  // the flat cable's slot
        for (x = [3.5, 61.5], y = [3.5, 52.5]) translate([x, y, -1]) cylinder(h = 4, d = 2.7);
    }
    translate([3.5 + 29 - 25.4, 52.5 - 2.54, above - spacer + eps]) cube([50.8, 5.08, spacer - above]);
    // J2, J4, J3, J5 as hat.kicad_pcb has them (tests compare), then J9, J8
    for (kind = ["button", "oled"], side = ["a", "b"]) translate([hat_plug(kind, side)[0] - 2.9, hat_plug(kind, side)[1] - 6.3, 1.6]) cube([5.8, 12.6, 15]);
    translate([50.45 - 3.8, 46.1 - 2.9, 1.6]) cube([7.6, 5.8, 15]);
    translate([22.6 - 1.3, 42.46 - 3.9, 1.6]) cube([2.6, 7.8, 18]);
    translate([32.5, 8.5, 1.6]) cylinder(h = 9.5, d = 12);                                             // buzzer
}

// A straight plug that leaves the board's lower edge (towards -y) with the bend of its cable: w, h, length, diameter of
// the cable, radius. `turn` 0: the cable goes towards +x, 90: upwards. Origin: the socket's middle.
module plug_body(w, h, length, d, radius, turn, tail) {
    translate([-w / 2, -length, -h / 2]) cube([w, length, h]);
    translate([0, -length, 0]) rotate([0, -turn, 0]) {
        translate([radius, 0, 0]) rotate([0, 0, 180]) rotate_extrude(angle = 90) translate([radius, 0]) circle(d = d);
        translate([radius, -radius, 0]) rotate([0, 90, 0]) cylinder(h = tail, d = d);
    }
}

// Displays, glass upwards at z = 0: glass, what is seen, thickness at the rim, everything behind (size, depth), and where
// the picture's middle is from the glass's: 0 where we had no drawing that says so. Measure yours: a window 4.9 mm off
// (as on some HDMI panels with a broad lower rim) hides as much of the picture.
function panel(name) =
    name == "touch1" ? [[194, 110.8], [155.0, 87.0], 1.6, [166, 101], 20, [0, 0]] :
    name == "touch2" ? [[189.5, 120], [155.5, 88.0], 1.6, [166, 101], 15, [0, 0]] :       // back: (assumed)
    name == "hdmi-low" ? [[164.9, 124.3], [155.0, 87.0], 6.0, [146, 100], 14, [0, 4.9]] :   // HDMI panel, broad lower rim: (assumed)
                       [[164.9, 124.3], [155.0, 87.0], 6.0, [146, 100], 14, [0, 0]];      // HDMI panel: (assumed)
module panel_body(name) {
    s = panel(name);
    translate([0, 0, -s[2]]) linear_extrude(s[2]) offset(3) square([s[0][0] - 6, s[0][1] - 6], center = true);
    translate([0, 0, -s[4]]) linear_extrude(s[4] - s[2] + eps) square(s[3], center = true);
}
