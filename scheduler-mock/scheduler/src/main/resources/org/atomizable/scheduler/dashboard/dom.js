// Makes and changes elements. Text goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export const at = (id) => document.getElementById(id);

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function drawn(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** How far outside the window an element may be and is still drawn, as a share of the window's height. */
const NEAR = 0.3;

/** Whether an element is inside the window or close to it, so that it must be drawn. */
export function inSight(node) {
  const box = node.getBoundingClientRect();
  return box.width > 0 && box.top < innerHeight * (1 + NEAR) && box.bottom > -innerHeight * NEAR;
}

/** Calls back each time an element comes into the window or close to it. */
export function whenInSight(node, deed) {
  new IntersectionObserver((entries) => { if (entries[entries.length - 1].isIntersecting) deed(); }, { rootMargin: 100 * NEAR + "%" }).observe(node);
}

/** Changes a text only where it differs, so that a selection in it and a screen reader's place are kept. */
export function say(node, text) {
  if (node.textContent !== String(text)) node.textContent = text;
}

export function set(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Names and values, changed in place. */
export function facts(list, pairs) {
  const wanted = Object.entries(pairs);
  while (list.children.length > wanted.length) list.lastElementChild.remove();
  while (list.children.length < wanted.length) list.append(element("div", {}, element("dt"), element("dd")));
  wanted.forEach(([name, value], index) => {
    say(list.children[index].firstElementChild, name);
    say(list.children[index].lastElementChild, value === null || value === undefined ? "none" : value);
  });
}

/** As many rows as there are items; each is made once and then changed in place. */
export function rows(body, items, make, change) {
  while (body.children.length > items.length) body.lastElementChild.remove();
  while (body.children.length < items.length) body.append(make());
  items.forEach((item, index) => change(body.children[index], item));
}
