// What a script adds to pages that work without it: the tile under the pointer is seen in its hex, a place in the list
// and on the board light up together, the board is dragged and zoomed and fits above the bar of a phone, the log is stepped
// through without loading pages and shows the picture of a line that is pointed at, the browser's time zone is offered,
// what a pace means follows its fields, and talk that this browser has shown is no longer called new.
"use strict";

(() => {
  document.documentElement.classList.add("js");

  const prepareBoard = () => {
    const board = document.querySelector("svg.board");
    const part = board && board.querySelector(".part");

    // A ghost of the tile that is pointed at or focused.
    const ghost = board && board.querySelector(".ghost");
    const preview = (option) => {
      const sketch = option.querySelector("svg.sketch > g");
      if (ghost && sketch && !option.classList.contains("refused")) ghost.replaceChildren(sketch.cloneNode(true));
    };
    document.querySelectorAll(".pictures .option").forEach((option) => {
      ["pointerenter", "focus"].forEach((when) => option.addEventListener(when, () => preview(option)));
      ["pointerleave", "blur"].forEach((when) => option.addEventListener(when, () => ghost && ghost.replaceChildren()));
    });

    // The same press on the board and in the list.
    const byAddress = new Map();
    const pressable = document.querySelectorAll("svg.board a.press, a.place");
    const address = (link) => link.getAttribute("href").split("?")[0];
    pressable.forEach((link) => {
      const known = byAddress.get(address(link)) || [];
      byAddress.set(address(link), [...known, link]);
    });
    pressable.forEach((link) => {
      const heat = (on) => byAddress.get(address(link)).forEach((other) => other.classList.toggle("hot", on));
      ["pointerenter", "focus"].forEach((when) => link.addEventListener(when, () => heat(true)));
      ["pointerleave", "blur"].forEach((when) => link.addEventListener(when, () => heat(false)));
    });

    // Zoom and pan. The part that is shown is a transformation of the drawing, as in `look.py`.
    if (board && document.querySelector(".pans")) {
      const { width, height } = board.viewBox.baseVal;
      const pans = document.querySelector(".pans");
      const wide = window.matchMedia("(min-width: 900px)");
      const near = Number(board.dataset.near);
      const hold = (value, low, high) => Math.min(Math.max(value, low), high);
      // How many units of the drawing are seen, and how many pixels a unit has, at a zoom.
      const seen = (zoom) => {
        const box = board.getBoundingClientRect();
        const fits = zoom === 1 ? Math.min : Math.max;
        const scale = fits(box.width / width, box.height / height) * zoom;
        return { wide: Math.min(box.width / scale, width), high: Math.min(box.height / scale, height), scale };
      };
      const at = () => {
        const matrix = part.transform.baseVal.consolidate();
        if (!matrix || (wide.matches && !board.classList.contains("held"))) return { x: width / 2, y: height / 2, zoom: 1 };
        const { a, e, f } = matrix.matrix;
        return { x: (width / 2 - e) / a, y: (height / 2 - f) / a, zoom: a };
      };
      const show = (wanted) => {
        const zoom = hold(wanted.zoom, 1, 4);
        const part_seen = seen(zoom);
        const x = hold(wanted.x, part_seen.wide / 2, width - part_seen.wide / 2);
        // On a phone the buttons lie on a corner of the board: it can be drawn up from under them.
        const under = zoom > 1 && !wide.matches ? pans.offsetHeight + 16 : 0;
        const y = hold(wanted.y, part_seen.high / 2, height - part_seen.high / 2 + under / part_seen.scale);
        board.classList.add("held");
        board.setAttribute("preserveAspectRatio", `xMidYMid ${zoom === 1 ? "meet" : "slice"}`);
        part.setAttribute("transform", `translate(${width / 2 - x * zoom} ${height / 2 - y * zoom}) scale(${zoom})`);
        ["whole", "whole-when-small"].forEach((name) => pans.classList.toggle(name, zoom === 1));
        look = zoom === 1 ? "whole" : `${x.toFixed(0)}-${y.toFixed(0)}-${(zoom * 100).toFixed(0)}`;
        if (!drag) remember(look);
      };
      // The links of this page keep what is seen. There are hundreds: after a drag, not during it.
      let look = "", drag = null;
      const own = location.pathname.split("/").slice(0, 3).join("/");
      const remember = (seen) => {
        document.querySelectorAll(".sheet a[href]").forEach((link) => {
          const url = new URL(link.getAttribute("href"), location.href);
          if (!url.pathname.startsWith(own) || link.closest(".pans")) return;
          url.searchParams.set("at", seen);
          link.setAttribute("href", url.pathname + url.search + url.hash);
        });
      };
      const moves = {
        left: (now) => ({ ...now, x: now.x - width / 2 / now.zoom }),
        right: (now) => ({ ...now, x: now.x + width / 2 / now.zoom }),
        up: (now) => ({ ...now, y: now.y - height / 2 / now.zoom }),
        down: (now) => ({ ...now, y: now.y + height / 2 / now.zoom }),
        in: (now) => ({ ...now, zoom: Math.max(now.zoom * 1.5, wide.matches ? 1 : near) }),
        out: (now) => ({ ...now, zoom: now.zoom / 1.5 }),
        whole: (now) => ({ ...now, zoom: 1 }),
      };
      pans.querySelectorAll("a").forEach((link) => {
        link.addEventListener("click", (event) => {
          event.preventDefault();
          show(moves[link.dataset.pan](at()));
        });
      });
      board.addEventListener("wheel", (event) => {
        if (!event.ctrlKey && !event.metaKey) return; // without a key the wheel scrolls the page
        event.preventDefault();
        const now = at();
        show({ ...now, zoom: now.zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15) });
      }, { passive: false });
      // One finger or the mouse moves the board, two fingers zoom it about the point between them.
      const fingers = new Map();
      const middle = () => {
        const all = [...fingers.values()];
        const x = all.reduce((sum, one) => sum + one.x, 0) / all.length, y = all.reduce((sum, one) => sum + one.y, 0) / all.length;
        return { x, y, apart: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 };
      };
      const grip = () => { drag = fingers.size ? { ...middle(), from: at(), far: drag ? drag.far : false } : drag; };
      board.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        if (!fingers.size) drag = null;
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        grip();
      });
      board.addEventListener("pointermove", (event) => {
        if (!drag || !fingers.has(event.pointerId)) return;
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const now = middle(), dx = now.x - drag.x, dy = now.y - drag.y;
        const zoom = drag.apart ? hold(drag.from.zoom * now.apart / drag.apart, 1, 4) : drag.from.zoom;
        if (zoom === 1 && drag.from.zoom === 1) return;
        if (!drag.far && Math.hypot(dx, dy) < 6 && Math.abs(now.apart - drag.apart) < 6) return;
        if (!drag.far) board.setPointerCapture(event.pointerId);
        drag.far = true;
        board.classList.add("dragged");
        const box = board.getBoundingClientRect(), before = seen(drag.from.zoom).scale, after = seen(zoom).scale;
        // The unit under the fingers stays under them.
        const ux = drag.from.x + (drag.x - box.left - box.width / 2) / before, uy = drag.from.y + (drag.y - box.top - box.height / 2) / before;
        show({ x: ux - (now.x - box.left - box.width / 2) / after, y: uy - (now.y - box.top - box.height / 2) / after, zoom });
      });
      const drop = (event) => {
        fingers.delete(event.pointerId);
        if (fingers.size) grip();
        else {
          board.classList.remove("dragged");
          if (drag && drag.far) remember(look);
          setTimeout(() => { if (!fingers.size) drag = null; });
        }
      };
      board.addEventListener("pointerup", drop);
      board.addEventListener("pointercancel", drop);
      // A drag that ends on a link is no press, and links are not dragged themselves.
      board.addEventListener("click", (event) => { if (drag && drag.far) event.preventDefault(); }, true);
      board.addEventListener("dragstart", (event) => event.preventDefault());
    }
  };
  prepareBoard();

  // On a small screen the bar is as high as what is in it, and the board ends where the bar begins.
  const bar = document.querySelector(".turn .bar");
  if (bar) {
    const fit = () => {
      document.body.classList.add("measured");
      document.body.style.setProperty("--bar", `${bar.offsetHeight}px`);
      const head = document.querySelector(".turn .board-column .frame").getBoundingClientRect().top + scrollY;
      document.body.style.setProperty("--head", `${Math.ceil(head)}px`);
    };
    fit();
    addEventListener("resize", fit);
  }

  // The log: a slider, and steps that keep the focus where it is.
  const log = document.querySelector("[data-log]");
  if (log) {
    const list = document.querySelector(".plies");
    const links = [...list.querySelectorAll("a")];
    const range = document.createElement("input");
    range.type = "range";
    range.min = "0";
    range.max = String(links.length - 1);
    range.className = "log-range";
    range.setAttribute("aria-label", log.dataset.log);
    const current = () => links.findIndex((link) => link.hasAttribute("aria-current"));
    const settle = () => {
      range.value = String(current());
      range.setAttribute("aria-valuetext", log.querySelector(".where").textContent);
      const shown = links[current()];
      if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
    };
    let wanted = "";
    const step = async (href) => {
      wanted = href;
      const part = new URL(href, location.href);
      part.searchParams.set("part", "line");
      const answer = await fetch(part, { headers: { Accept: "text/html" } });
      if (!answer.ok) { location.href = href; return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (wanted !== href) return; // a later step has been asked for
      const focused = document.activeElement && document.activeElement.dataset.step;
      log.querySelector(".shown-line").replaceWith(document.importNode(page.querySelector(".shown-line"), true));
      links.forEach((link) => link.removeAttribute("aria-current"));
      const here = links.find((link) => new URL(link.href).pathname === part.pathname);
      if (here) here.setAttribute("aria-current", "true");
      history.replaceState(null, "", href);
      if (focused) (log.querySelector(`[data-step="${focused}"]`) || range).focus();
      settle();
      prepareBoard();
    };
    range.addEventListener("input", () => step(links[Number(range.value)].getAttribute("href")));
    document.addEventListener("click", (event) => {
      const link = event.target.closest("[data-step], .plies a");
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      step(link.getAttribute("href"));
    });
    log.prepend(range);
    settle();

    // The picture of the line that is pointed at or focused, beside the list.
    const glimpse = document.createElement("figure");
    const picture = document.createElement("img");
    picture.alt = "";
    glimpse.className = "glimpse";
    glimpse.hidden = true;
    glimpse.append(picture);
    document.body.append(glimpse);
    let soon = 0;
    const show = (link) => {
      clearTimeout(soon);
      soon = setTimeout(() => {
        picture.src = link.dataset.picture;
        glimpse.hidden = false;
        glimpse.style.right = `${window.innerWidth - list.getBoundingClientRect().left + 12}px`;
        glimpse.style.top = `${Math.max(Math.min(link.getBoundingClientRect().top, window.innerHeight - 420), 8)}px`;
      }, 150);
    };
    const hide = () => { clearTimeout(soon); glimpse.hidden = true; };
    links.forEach((link) => {
      link.addEventListener("pointerenter", () => show(link));
      link.addEventListener("focus", () => { if (link.matches(":focus-visible")) show(link); });
      ["pointerleave", "blur", "click"].forEach((when) => link.addEventListener(when, hide));
    });
  }

  // The zone of the browser, where the person has never chosen one.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.querySelectorAll("input[data-zone]").forEach((field) => {
    const known = !field.list || field.list.querySelector(`option[value="${CSS.escape(zone || "")}"]`);
    if (zone && zone !== "UTC" && known) field.value = zone;
  });

  // What the pace of a new table means, for the fields as they are: with the browser's zone, and after each change.
  const pace = document.querySelector("[data-pace]");
  if (pace) {
    const tell = async () => {
      const given = new FormData(pace.closest("form"));
      given.set("look", "pace");
      const answer = await fetch(pace.closest("form").action, { method: "POST", body: new URLSearchParams(given) });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      pace.querySelector(".meaning").replaceWith(document.importNode(page.querySelector("[data-pace] .meaning"), true));
    };
    pace.addEventListener("change", tell);
    if (pace.querySelector("input[data-zone]")) tell();
  }

  // What this browser has shown of the talk is no longer new.
  const talk = document.querySelector(".talk[data-newest]");
  const mark = document.querySelector(".tabs [data-newest]");
  const [seat, newest] = ((talk || mark || { dataset: {} }).dataset.newest || "-").split("-");
  try {
    if (talk && newest) localStorage.setItem(`talk ${seat}`, newest);
    if (mark && Number(localStorage.getItem(`talk ${seat}`)) >= Number(newest)) mark.remove();
  } catch { /* A browser that stores nothing shows the mark until something is said or played. */ }
})();
