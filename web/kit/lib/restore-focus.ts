const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
const DIALOGS = '[role=dialog], [role=alertdialog]';
const REGIONS = `main, nav, header, footer, aside, section, form, ${DIALOGS}`;

/** The position of a removed element: the nodes after `before` in `parent` have taken its position. */
interface DomPosition {
  parent: Element;
  /** Null at the start of the parent. */
  before: Node | null;
}

/**
 * The focused element, or the last one if it lost the focus without a user action; null while nothing has the focus.
 */
let focused: HTMLElement | null = null;
/** The former position of `focused` once it has left the document. */
let position: DomPosition | null = null;
let scheduled = false;
/** True while a mouse press is about to move the focus. */
let pressing = false;

const removals = new MutationObserver(recordChanges);

/**
 * Keeps the focus on the page: when the focused element is removed, disabled or hidden, its neighbour gets the focus,
 * so that the keyboard and screen readers continue from there. A focus set by a dialog or a screen takes precedence.
 */
export function restoreLostFocus(): void {
  removals.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'inert'] });
  document.addEventListener('focusin', ({ target }) => trackFocus(target));
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (pressing && !relatedTarget) focused = null;
    // `focusout` fires before the mutation records of a removal are available.
    else queueMicrotask(handleFocusLoss);
  });
  document.addEventListener('mousedown', pressMouse, true);
  document.addEventListener('mouseup', releaseMouse, true);
}

function trackFocus(target: EventTarget | null): void {
  focused = target instanceof HTMLElement ? target : null;
  position = null;
}

/** A press on the empty page clears the focus, even while a repair is pending. */
function pressMouse(): void {
  if (!hasFocus()) focused = null;
  pressing = true;
  // The mouse button may be released outside of the window.
  setTimeout(releaseMouse);
}

function releaseMouse(): void {
  pressing = false;
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;

function recordChanges(records: readonly MutationRecord[]): void {
  for (const { type, target, removedNodes, previousSibling } of records) {
    const gone: Node | null = position?.parent ?? focused;
    if (!gone || !(target instanceof Element)) continue;
    const removed = [...removedNodes];
    if (removed.some((node) => node.contains(gone))) position = { parent: target, before: previousSibling };
    else if (position?.before && removed.includes(position.before as ChildNode)) position.before = previousSibling;
    else if (type !== 'attributes' || !target.contains(gone)) continue;
    scheduleRepair();
  }
}

/** Forgets an element that the user or a script left; schedules a repair for one that was removed or hidden. */
function handleFocusLoss(): void {
  recordChanges(removals.takeRecords());
  if (!focused || hasFocus()) return;
  if (!position && isUsable(focused)) focused = null;
  else scheduleRepair();
}

/** Schedules the repair after a frame and a task, because dialogs, screens and forms set the focus within that time. */
function scheduleRepair(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() =>
    setTimeout(() => {
      scheduled = false;
      repair();
    }),
  );
}

function repair(): void {
  if (!focused || (hasFocus() && document.activeElement !== focused)) return;
  const usable = isUsable(focused);
  if (usable && document.activeElement === focused) return;
  // An element that was only moved, or disabled for a moment, gets the focus again.
  const next = usable ? focused : neighbourOf(focused, (!focused.isConnected && position) || positionOf(focused));
  next?.focus({ preventScroll: true });
  trackFocus(next);
}

const positionOf = (element: Element): DomPosition => ({
  parent: element.parentElement ?? document.body,
  before: element,
});

const isUsable = (element: HTMLElement): boolean =>
  !element.matches(':disabled') &&
  !element.closest('[inert], [aria-hidden=true]') &&
  element.checkVisibility({ visibilityProperty: true });

/**
 * Returns the next control in the nearest ancestor that has any, else the previous control there, else the region's
 * heading.
 */
function neighbourOf(gone: HTMLElement, { parent, before }: DomPosition): HTMLElement | null {
  const isNext = (element: Element) =>
    !before || before.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING;
  // Only one row of a table is reachable by Tab, possibly another row than the sibling.
  const isSibling = (element: Element) => element.parentElement === parent && element.tagName === gone.tagName;
  const controls = [...parent.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) => (element.tabIndex >= 0 || isSibling(element)) && element !== gone && isUsable(element),
  );
  if (parent === document.body || parent.querySelector('main')) return headingOf(currentRegion());
  const next = controls.find(isNext) ?? controls.at(-1);
  if (next) return next;
  return parent.matches(REGIONS) ? headingOf(parent) : neighbourOf(gone, positionOf(parent));
}

/** Returns the topmost dialog, else the screen. */
function currentRegion(): Element | null {
  const dialogs = [...document.querySelectorAll<HTMLElement>(DIALOGS)].filter(isUsable);
  return dialogs.at(-1) ?? document.querySelector('main');
}

function headingOf(region: Element | null): HTMLElement | null {
  const headings = [...(region?.querySelectorAll<HTMLElement>('h1, h2, h3') ?? [])];
  const heading = headings.find(isUsable) ?? region;
  if (!(heading instanceof HTMLElement)) return null;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}
