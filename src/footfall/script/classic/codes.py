"""Codes of the classic dialect, with longer explanations; `script/help/codes.py` joins them to the others.

Codes are stable: a code is never given a new meaning, and a retired one is not used again.
"""

from __future__ import annotations

ROWS: tuple[tuple[str, str, str], ...] = (
    (
        "E101",
        "no classic script in the file",
        "A classic script stands between BEGINSCRIPT name(void) and ENDSCRIPT. Text around it is ignored.",
    ),
    (
        "E102",
        "a classic file that ends too early",
        "ENDACTIONS, ENDPHASE and ENDSCRIPT close what ACTIONS, PHASE and BEGINSCRIPT opened. A file "
        "without them was probably cut off.",
    ),
    (
        "E103",
        "something else was expected (classic)",
        "The statement cannot go on like this. Reading starts again behind the next ';' or at the next "
        "keyword.",
    ),
    (
        "E104",
        "an unknown classic statement, clause or flag",
        "Statements of a phase are ACTIONS, ENVACTIONS, TRANSITION, SAVE, LOAD and '> script();'; those of"
        " an ACTIONS block are the language's words, in capitals.",
    ),
    (
        "E105",
        "an unknown joint (classic)",
        "The joints are neck2head, uTorso2neck, lTorso2uTorso, waist, and with l or r before them "
        "Shoulder, Elbow, Wrist, Hip, Knee and Ankle.",
    ),
    (
        "E106",
        "an unknown part or place (classic)",
        "The parts are head, neck, uTorso, lTorso, pelvis, and with l or r before them Arm, Forearm, Hand,"
        " Thigh, Shin and Foot. VFFB also knows cop.",
    ),
    (
        "E107",
        "an unknown parameter (classic)",
        "A name among the values is a parameter of the script it stands in; those of the caller are not "
        "seen.",
    ),
    (
        "E108",
        "no phase at this position",
        "to(n) and .atPhase(n) count the phases of the file from 0, whatever stands behind PHASE. to(-1) "
        "returns.",
    ),
    ("E109", "a classic script without phases", "A script does what its phases say: PHASE 0 … ENDPHASE."),
    (
        "E110",
        "a called script that is not there",
        "A script is looked for beside the file that names it, then beside the first file, then in the "
        "library.",
    ),
    (
        "E111",
        "a called script that cannot be read",
        "The file is there but empty, too large or not UTF-8 text.",
    ),
    (
        "E112",
        "a wrong number of values (classic)",
        "Statements, clauses and scripts take fixed numbers of values. A call gives one for each parameter.",
    ),
    ("E113", "two calls in one classic phase", "A phase calls one script; give the second its own phase."),
    ("E114", "not a finite number (classic)", "Numbers beyond 1e308 are refused."),
    ("E115", "classic calls too deep", "At most 32 scripts may be active inside each other."),
    (
        "E116",
        "an unknown condition",
        "after(…) takes time, contact, nocontact, complete, stable, iterations, fallen, anglerange, press,"
        " release, pass or random.",
    ),
    ("E117", "two parameters of one name (classic)", "Values could not tell them apart."),
    (
        "E119",
        "a saved state that is not called .sav (classic)",
        "SAVE writes files whose names end in .sav and no others, so that a script cannot overwrite "
        "itself, or anything else that is not a saved state.",
    ),
    (
        "W101",
        "iterations counts one more",
        "'iterations n' fires when its counter has reached n, and counts up otherwise. So a call runs n + "
        "1 times, and a phase without a call lasts n + 1 ticks of 0.1 ms. Old scripts rely on it.",
    ),
    (
        "W102",
        "a label that is not the position",
        "to(n) counts positions in the file from 0. The number behind PHASE is a label and means nothing.",
    ),
    (
        "W103",
        "a condition that does not interrupt",
        "In a phase that calls a script, conditions are tested once, when the called script has returned. "
        "A body that falls meanwhile goes on with that script. The modern dialect has ALWAYS for this.",
    ),
    (
        "W104",
        "a time that never passes",
        "In a phase that calls a script, conditions are tested when it has returned, and the phase's clock"
        " is 0 then. 'time' with a number of 0 or more never fires.",
    ),
    (
        "W105",
        "a linterp that reads 0",
        "linterp works as the angle of POSE and LIPOSE, as the time of LIPOSE and as an argument of a "
        "call. In all other places, and inside another linterp, the original reads 0, and so do we.",
    ),
    (
        "W106",
        "an interpolation without time",
        "With a time of 0 the start of the line is read anew at each tick, so the joint is damped and does"
        " not move.",
    ),
    (
        "W107",
        "a phase without actions",
        "It takes no time: its conditions are tested at once. Where none is true the original hangs; here "
        "time passes, with the poses as they were.",
    ),
    (
        "W108",
        "a torque limit that stays",
        "SET TORQUELIMIT of a called script holds after it returns, until a script with a SET of its own "
        "is called or returned to.",
    ),
    (
        "W109",
        "a SET without effect",
        "Only the first SET of a file is seen, and only TORQUELIMIT can be set.",
    ),
    (
        "W110",
        "POSEFB before its POSE",
        "Each POSE switches the feedback of its joint off, at every tick. POSEFB must stand behind it.",
    ),
    (
        "W111",
        "a target outside the joint's limits",
        "Targets are not bounded: the servo pushes against the stop with a torque that grows with the "
        "distance.",
    ),
    (
        "W112",
        "a classic phase that is never reached",
        "No TRANSITION leads to its position, and it is not the first.",
    ),
    ("W113", "an include that is never called", "No script that is reached calls it."),
    (
        "W114",
        "an include that cannot be read",
        "It is not there or not a text. Nothing calls it, so it is left out.",
    ),
    (
        "W115",
        "missing arguments filled in",
        "Parameters were added to some scripts after others called them. A missing last one whose name "
        "extends the one before it (dt, dtt) takes its value; (void) for a script with parameters gives 0 "
        "for each.",
    ),
    (
        "W116",
        "an older form",
        "VPD with .parent, VFFB without .over, stable without a tolerance, SVF, and a script without a "
        "parameter list were written for earlier versions of the language. They are translated.",
    ),
    (
        "W117",
        "another script of the file is taken",
        "The first script that can be read whole is taken, as in the original.",
    ),
    (
        "W118",
        "actions that are never executed",
        "A phase that calls a script does nothing else: its ACTIONS, SAVE and LOAD are passed over.",
    ),
    (
        "W119",
        "a renamed script",
        "Some scripts changed their suffix from .t to .s over time; both are looked for.",
    ),
    (
        "W120",
        "a call that is not included",
        "The original knows only scripts of SCRIPTS lists, its own or those of other scripts. Ours looks "
        "for the file.",
    ),
    (
        "W121",
        "COMFB2 without its VPD",
        "COMFB2 changes the next VPD of the file and nothing else. Write it directly before that VPD.",
    ),
    ("W122", "a classic phase that never ends", "It has no TRANSITION, so the script stays in it."),
    (
        "W123",
        "a transition that cannot fire",
        "Transitions are tested in order, and 'complete' is always true when it is tested.",
    ),
    (
        "W124",
        "POSE and VPD on one joint",
        "A VPD switches the POSE of its joint off, and a POSE written behind it on again: both torques act.",
    ),
    (
        "W125",
        "a script inside a script",
        "The optimiser wrote called scripts between lines of '>>>' and '<<<' behind the phase that calls "
        "them. The original cannot read that; here the phase calls the script in the block.",
    ),
    (
        "W126",
        "a script of the library stands in",
        "An include is looked for beside the script, in the working folder, in the folder 'scripts' beside "
        "the script's own, and then in the library. The library's scripts are not the published ones.",
    ),
    (
        "W127",
        "classic calls in a circle",
        "A script that calls itself, directly or through others, goes one frame deeper each time; 32 is "
        "the limit.",
    ),
)
