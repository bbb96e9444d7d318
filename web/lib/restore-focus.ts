const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
const DIALOGS = '[role=dialog], [role=alertdialog]';
const REGIONS = `main, nav, header, footer, aside, section, form, ${DIALOGS}`;

/** Where a removed element stood: what follows `before` in `parent` has taken its position. */
interface DomPosition {
  parent: Element;
  /** Null at the start of the parent. */
  before: Node | null;
}

/** The element that has the focus, or lost it without the user's doing; null while nothing has it. */
let focused: HTMLElement | null = null;
/** Where `focused` stood, once it has left the document. */
let position: DomPosition | null = null;
let scheduled = false;
/** Whether the browser is about to move the focus to where the mouse was pressed. */
let pressing = false;

const removals = new MutationObserver(recordChanges);

/**
 * Keeps the focus on the page: when the focused element is removed, disabled or hidden, its neighbour takes the focus, so
 * that the keyboard and screen readers go on from there. Whoever sets the focus otherwise, a dialog or a screen, comes first.
 */
export function restoreLostFocus(): void {
  removals.observe(document, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'inert'] });
  document.addEventListener('focusin', ({ target }) => trackFocus(target));
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (pressing && !relatedTarget) focused = null;
    // A removal ends before its reason can be seen.
    else queueMicrotask(handleFocusLoss);
  });
  document.addEventListener('mousedown', pressMouse, true);
  document.addEventListener('mouseup', releaseMouse, true);
}

function trackFocus(target: EventTarget | null): void {
  focused = target instanceof HTMLElement ? target : null;
  position = null;
}

/** A press on the empty page leaves the page without a focus, also while a loss is being repaired. */
function pressMouse(): void {
  if (!hasFocus()) focused = null;
  pressing = true;
  // The button may be released outside of the window.
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

/** Forgets an element that the user or a script has left; repairs the loss of one that is gone. */
function handleFocusLoss(): void {
  recordChanges(removals.takeRecords());
  if (!focused || hasFocus()) return;
  if (!position && isUsable(focused)) focused = null;
  else scheduleRepair();
}

/** Dialogs, screens and forms set the focus within a frame and a task; the repair comes after them. */
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
  // Only moved, or disabled for a moment: it takes the focus again.
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

/** The next control in the nearest ancestor that has one, else the previous one there, else the region's heading. */
function neighbourOf(gone: HTMLElement, { parent, before }: DomPosition): HTMLElement | null {
  const isNext = (element: Element) =>
    !before || before.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING;
  // Only one row of a table can be reached by Tab, and it may be another one.
  const isSibling = (element: Element) => element.parentElement === parent && element.tagName === gone.tagName;
  const controls = [...parent.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) => (element.tabIndex >= 0 || isSibling(element)) && element !== gone && isUsable(element),
  );
  if (parent === document.body || parent.querySelector('main')) return headingOf(currentRegion());
  const next = controls.find(isNext) ?? controls.at(-1);
  if (next) return next;
  return parent.matches(REGIONS) ? headingOf(parent) : neighbourOf(gone, positionOf(parent));
}

/** The dialog that lies on top, else the screen. */
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
