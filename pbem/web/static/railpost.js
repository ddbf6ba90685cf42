// What a script adds to pages that work without it: the tile under the pointer is seen in its hex, a place in the list
// and on the board light up together, the board is dragged and zoomed, and a slider runs through the log.
"use strict";

(() => {
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
  const pressable = document.querySelectorAll("svg.board a, a.place");
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
    const wide = window.matchMedia("(min-width: 900px)");
    const near = Number(board.dataset.near);
    const at = () => {
      const matrix = part.transform.baseVal.consolidate();
      if (!matrix || (wide.matches && !board.classList.contains("held"))) return { x: width / 2, y: height / 2, zoom: 1 };
      const { a, e, f } = matrix.matrix;
      return { x: (width / 2 - e) / a, y: (height / 2 - f) / a, zoom: a };
    };
    const hold = (value, low, high) => Math.min(Math.max(value, low), high);
    const show = (wanted) => {
      const zoom = hold(wanted.zoom, 1, 4);
      const x = hold(wanted.x, width / 2 / zoom, width - width / 2 / zoom);
      const y = hold(wanted.y, height / 2 / zoom, height - height / 2 / zoom);
      board.classList.add("held");
      part.setAttribute("transform", `translate(${width / 2 - x * zoom} ${height / 2 - y * zoom}) scale(${zoom})`);
      ["whole", "whole-when-small"].forEach((name) => document.querySelector(".pans").classList.toggle(name, zoom === 1));
      remember(zoom === 1 ? "whole" : `${x.toFixed(0)}-${y.toFixed(0)}-${(zoom * 100).toFixed(0)}`);
    };
    // The links of this page keep what is seen.
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
    document.querySelectorAll(".pans a").forEach((link) => {
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
    let drag = null;
    board.addEventListener("pointerdown", (event) => {
      if (event.button === 0) drag = { x: event.clientX, y: event.clientY, from: at(), far: false };
    });
    board.addEventListener("pointermove", (event) => {
      if (!drag || drag.from.zoom === 1) return;
      const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
      if (!drag.far && Math.hypot(dx, dy) < 6) return;
      if (!drag.far) board.setPointerCapture(event.pointerId);
      drag.far = true;
      board.classList.add("dragged");
      const unit = width / board.getBoundingClientRect().width / drag.from.zoom;
      show({ ...drag.from, x: drag.from.x - dx * unit, y: drag.from.y - dy * unit });
    });
    const drop = () => {
      board.classList.remove("dragged");
      setTimeout(() => { drag = null; });
    };
    board.addEventListener("pointerup", drop);
    board.addEventListener("pointercancel", drop);
    // A drag that ends on a link is no press, and links are not dragged themselves.
    board.addEventListener("click", (event) => { if (drag && drag.far) event.preventDefault(); }, true);
    board.addEventListener("dragstart", (event) => event.preventDefault());
  }

  // The log: a slider beside the links.
  const slider = document.querySelector("[data-slider]");
  if (slider) {
    const links = [...document.querySelectorAll(".plies a")];
    const range = document.createElement("input");
    range.type = "range";
    range.min = "0";
    range.max = String(links.length - 1);
    range.value = String(links.findIndex((link) => link.hasAttribute("aria-current")));
    range.setAttribute("aria-label", slider.getAttribute("aria-label"));
    range.addEventListener("change", () => { location.href = links[Number(range.value)].getAttribute("href"); });
    slider.append(range);
    const shown = document.querySelector(".plies [aria-current]");
    const list = document.querySelector(".plies");
    if (shown && list) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
})();
