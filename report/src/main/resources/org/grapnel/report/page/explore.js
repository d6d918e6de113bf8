/** The controls of the picture of the samples: what colours it, a search for a feature or a sample, and zoom. */
grapnel.kinds.scatter.controls = (() => {
  const {colourings, chosen, describe} = grapnel.kinds.scatter;
  const SUGGESTIONS = 20, CLOSER = 1.5, STEP = 60, SAME = 0;

  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  /** A menu of everything that can colour the picture; the features are apart. */
  const colourMenu = (spec, choose) => {
    const all = colourings(spec);
    if (all.length < 2) return null;
    const menu = element("select");
    const add = (title, features) => {
      const options = all.map((c, i) => ({c, i})).filter(({c}) => (c.feature !== undefined) === features).map(({c, i}) => element("option", {value: i}, c.name));
      if (options.length) menu.append(element("optgroup", {label: title}, ...options));
    };
    add("Samples", false);
    add("Kept features", true);
    menu.addEventListener("change", () => choose(Number(menu.value)));
    return menu;
  };

  /** Marks the row of a feature in the table of features, and brings it into view there without moving the page. */
  const markRow = feature => {
    for (const row of document.querySelectorAll("tr.found")) row.classList.remove("found");
    const row = document.getElementById(`feature-${feature}`);
    if (!row) return null;
    row.classList.add("found");
    const box = row.closest(".scroll");
    box.scrollTop = row.offsetTop - box.clientHeight / 2;
    return element("a", {href: `#feature-${feature}`}, "Its row in the table of features is marked.");
  };

  /** What can be searched: names in lower case, the features first. */
  const entries = spec => [
    ...colourings(spec).map((c, colouring) => ({name: c.name, colouring, feature: c.feature})).filter(entry => entry.feature !== undefined),
    ...spec.names.map((name, sample) => ({name, sample}))].map(entry => ({...entry, lower: entry.name.toLowerCase()}));

  /** Returns the entries that match: those with this very name, then those that start with the words, then those that contain them. */
  const matches = (all, words) => {
    const asked = words.trim().toLowerCase();
    if (!asked) return [];
    const rank = ({lower}) => lower === asked ? SAME : lower.startsWith(asked) ? 1 : lower.includes(asked) ? 2 : 3;
    return d3.sort(all.map(entry => ({...entry, rank: rank(entry)})).filter(entry => entry.rank < 3), entry => entry.rank);
  };

  /** Returns the best match; a feature and a sample of the very same name are both meant. */
  const best = found => {
    const alike = found.filter(entry => entry.rank === SAME);
    return alike.length ? [alike.find(entry => entry.sample === undefined), alike.find(entry => entry.sample !== undefined)].filter(Boolean) : found.slice(0, 1);
  };

  const zoomBy = (spec, action) => { for (const {zoom, area} of chosen(spec).panels) action(zoom, area); };
  const closer = (spec, factor) => zoomBy(spec, (zoom, area) => zoom.scaleBy(area, factor));
  const move = (spec, x, y) => zoomBy(spec, (zoom, area) => zoom.translateBy(area, x / d3.zoomTransform(area.node()).k, y / d3.zoomTransform(area.node()).k));
  const reset = spec => zoomBy(spec, (zoom, area) => zoom.transform(area, d3.zoomIdentity));

  const KEYS = {
    "+": spec => closer(spec, CLOSER), "=": spec => closer(spec, CLOSER), "-": spec => closer(spec, 1 / CLOSER), "0": reset,
    ArrowLeft: spec => move(spec, STEP, 0), ArrowRight: spec => move(spec, -STEP, 0), ArrowUp: spec => move(spec, 0, STEP), ArrowDown: spec => move(spec, 0, -STEP),
  };

  return (figure, spec, draw) => {
    const state = chosen(spec), all = entries(spec);
    const status = element("p", {className: "status"});
    status.setAttribute("role", "status");

    /** Colours the picture; returns what there is to say about it. */
    const colourBy = i => {
      const {name, feature} = colourings(spec)[i], row = markRow(feature);
      state.colouring = i;
      if (menu) menu.value = i;
      return feature === undefined ? [] : [`The picture is coloured by feature ${name}. `, row ?? ""];
    };
    /** Highlights a sample; returns what there is to say about it. */
    const highlight = j => {
      state.sample = j;
      state.zooms = spec.panels.map(() => d3.zoomIdentity); // the sample may be outside of what is shown
      return [`Sample ${describe(spec, j).join(", ")}. `];
    };
    const show = entriesToShow => {
      status.replaceChildren(...entriesToShow.flatMap(({colouring, sample}) => sample === undefined ? colourBy(colouring) : highlight(sample)));
      draw();
    };
    const menu = colourMenu(spec, colouring => show([{colouring}]));

    const list = element("datalist", {id: `names-${spec.id}`});
    const search = element("input", {type: "search", autocomplete: "off", placeholder: "name"});
    search.setAttribute("list", list.id);
    search.addEventListener("input", () => {
      const found = matches(all, search.value);
      list.replaceChildren(...found.slice(0, SUGGESTIONS).map(entry => element("option", {value: entry.name}, entry.sample === undefined ? "feature" : "sample")));
      if (!search.value) state.sample = null;
      if (!search.value || found[0]?.rank === SAME) show(best(found));
    });
    search.addEventListener("keydown", event => {
      if (event.key !== "Enter" || !search.value.trim()) return;
      const found = matches(all, search.value);
      if (found.length) show(best(found));
      else status.replaceChildren(`Nothing in this picture is called ${search.value.trim()}.`);
    });

    const button = (name, words, action) => {
      const made = element("button", {type: "button"}, name);
      made.setAttribute("aria-label", words);
      made.addEventListener("click", () => action(spec));
      return made;
    };
    const place = figure.querySelector(".plot");
    place.tabIndex = 0;
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", "picture: + and - zoom, the arrow keys move, 0 resets");
    place.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
      if (event.key.startsWith("Arrow") && state.zooms.every(({k}) => k === 1)) return; // nothing to move: the keys scroll the page
      event.preventDefault();
      KEYS[event.key](spec);
    });
    place.before(
      element("div", {className: "controls"},
        ...(menu ? [element("label", {}, "Colour by ", menu)] : []),
        element("label", {}, spec.features ? "Find a feature or a sample " : "Find a sample ", search), list,
        element("span", {className: "zoom"}, button("+", "zoom in", KEYS["+"]), button("−", "zoom out", KEYS["-"]), button("Reset", "reset the zoom", reset))),
      status,
      element("p", {className: "hint"}, "Drag to move. Zoom with the buttons, a double click, two fingers, or Ctrl and the wheel."));
  };
})();
