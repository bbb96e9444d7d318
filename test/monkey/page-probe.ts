/** A control that the random user may choose. */
export interface Control {
  /** Role, name and position among those of the same role and name; the same in a repetition. */
  key: string;
  kind: 'click' | 'text' | 'select';
  /** Purpose of a text field: type, name, input mode and label, in lower case. */
  purpose: string;
  /** Number of options of a select. */
  options: number;
  /** Whether the control is in the main part or a dialog, not in the menu or the top bar. */
  inner: boolean;
}

/** Where a control can be clicked. */
export interface Target {
  x: number;
  y: number;
  /** Element that covers its centre, described; null for none. */
  coveredBy: string | null;
  /** Whether a click may have no effect: the option is already chosen, or the control shows why it is disabled. */
  mayDoNothing: boolean;
}

/** The state of a page that an action may change. */
export interface PageState {
  /** Differs after each load of a document. */
  document: number;
  /** Changes of the document since `reset`. */
  changes: number;
  /** URL, history entry, focus, selection, values and scroll positions. */
  rest: string;
  focus: 'body' | 'somewhere';
  /** Whether the last press of the mouse was outside focusable elements, which removes the focus. */
  pressedOutsideControls: boolean;
  /** Whether the error page is shown. */
  broken: boolean;
  /** Whether the page has no visible text. */
  empty: boolean;
  /** Whether a part of the page is loading. */
  busy: boolean;
}

export interface Probe {
  controls(): Control[];
  find(key: string): Element | null;
  target(key: string): Target | null;
  /** Whether the last press of the mouse was on the control. */
  hasPressed(key: string): boolean;
  reset(): void;
  state(): PageState;
}

declare global {
  interface Window {
    monkeyProbe: Probe;
  }
}

/** Runs in the page before its own scripts and puts the probe on `window`. Must not refer to anything outside. */
export function installProbe(): void {
  const ACTABLE =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=switch], [role=gridcell][tabindex], [contenteditable=true]';
  // A list of suggestions is inside a box with a border and a footer.
  const OPENED =
    '[role=menu], [role=listbox], :has(> [role=listbox]), [role=tooltip], [data-radix-popper-content-wrapper]';
  const TYPED = ['text', 'email', 'password', 'search', 'tel', 'url', 'number'];
  const loaded = performance.timeOrigin;
  let changes = 0;
  let focused = 0;
  let pressed: Element | null = null;

  const nameOf = (element: Element): string => {
    const labelled = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const candidates = [
      labelled.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
      element.getAttribute('aria-label'),
      labels.map(({ textContent }) => textContent).join(' '),
      element.matches('input, select, textarea') ? '' : element.textContent,
      element.getAttribute('placeholder'),
      element.getAttribute('title'),
      element.getAttribute('name'),
    ];
    const name = candidates.find((candidate) => candidate?.trim()) ?? '';
    return name.trim().replace(/\s+/g, ' ').slice(0, 60);
  };

  const usable = (element: Element): boolean => {
    if (element.matches(':disabled') || element.closest('[aria-hidden=true], [inert]')) return false;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width >= 4 && height >= 4;
  };

  function* keyed(): Generator<[string, Element]> {
    const seen = new Map<string, number>();
    for (const element of document.querySelectorAll(ACTABLE)) {
      if (!usable(element)) continue;
      const kind = element.getAttribute('role') ?? element.getAttribute('type') ?? element.tagName.toLowerCase();
      const plain = `${kind} ${nameOf(element)}`;
      const nth = (seen.get(plain) ?? 0) + 1;
      seen.set(plain, nth);
      yield [nth > 1 ? `${plain} #${nth}` : plain, element];
    }
  }

  const kindOf = (element: Element): Control['kind'] => {
    if (element instanceof HTMLSelectElement) return 'select';
    const typed = element instanceof HTMLInputElement && TYPED.includes(element.type) && !element.readOnly;
    return typed || element instanceof HTMLTextAreaElement ? 'text' : 'click';
  };

  const describe = (element: Element | null): string =>
    element ? `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 60)}"` : 'nothing';

  const isTextField = (element: Element) => kindOf(element) === 'text';

  /** Whether an element is the control, a part of it, or in its label. */
  const belongsTo = (control: Element, element: Element): boolean =>
    control.contains(element) || element.closest('label')?.control === control;

  /** Whether the element `hit` at a point belongs to the control, so that nothing covers it. */
  const hits = (control: Element, hit: Element | null): boolean =>
    hit !== null && (belongsTo(control, hit) || hit.contains(control));

  const leavesBrowser = ({ protocol }: HTMLAnchorElement) => protocol === 'mailto:' || protocol === 'tel:';

  const mayDoNothing = (element: Element): boolean =>
    isTextField(element) ||
    // A click into a date's field that has the focus moves only the browser's own mark of a part.
    element.matches(
      'select, [type=datetime-local], [readonly], [aria-current], [aria-selected=true], [aria-pressed=true], [aria-disabled=true]',
    ) ||
    element.matches('input[type=radio]:checked, [data-state=active]') ||
    (element instanceof HTMLAnchorElement && (element.href === location.href || leavesBrowser(element)));

  const values = (): string =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .map(({ value, checked }) => `${value}${checked}`)
      .join('|');

  const scrolled = (): string =>
    [...document.querySelectorAll('*')]
      .filter(({ scrollTop, scrollLeft }) => scrollTop > 0 || scrollLeft > 0)
      .map(({ scrollTop, scrollLeft }) => `${scrollTop},${scrollLeft}`)
      .join('|');

  const positions = new Map<Element, number>();
  const identity = (element: Element | null): number => {
    if (!element) return -1;
    if (!positions.has(element)) positions.set(element, positions.size);
    return positions.get(element) ?? -1;
  };

  /** Returns whether a reachable part of the page is loading; parts behind a dialog don't count. */
  const isLoading = () =>
    [...document.querySelectorAll('[aria-busy=true]')].some(
      (element) => !element.closest('[aria-hidden=true], [inert]'),
    );

  // The first page of the history is about:blank.
  const isEmpty = () => location.protocol !== 'about:' && (document.body?.innerText ?? '').trim() === '';

  const probe: Probe = {
    controls: () =>
      [...keyed()].map(([key, element]) => ({
        key,
        kind: kindOf(element),
        purpose: [key, element.getAttribute('name'), element.getAttribute('inputmode'), element.id]
          .join(' ')
          .toLowerCase(),
        options: element instanceof HTMLSelectElement ? element.options.length : 0,
        inner: element.closest('main, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null,
      })),
    find: (key) => [...keyed()].find(([found]) => found === key)?.[1] ?? null,
    target(key) {
      const element = probe.find(key);
      if (!element) return null;
      const box = () => element.getBoundingClientRect();
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = box();
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
      const hit = document.elementFromPoint(x, y);
      // Some controls are invisible until they have the focus; opened menus and dialogs cover other controls.
      if (!hit || (!hits(element, hit) && hit.closest(OPENED))) return null;
      return { x, y, coveredBy: hits(element, hit) ? null : describe(hit), mayDoNothing: mayDoNothing(element) };
    },
    hasPressed(key) {
      const element = probe.find(key);
      return element !== null && pressed !== null && belongsTo(element, pressed);
    },
    reset() {
      changes = 0;
      focused = 0;
      pressed = null;
    },
    state() {
      const focused = document.activeElement;
      const texts = [...document.querySelectorAll('h1, h2, p')].filter((element) => element.checkVisibility());
      return {
        document: loaded,
        changes,
        rest: [
          location.href,
          JSON.stringify(history.state),
          history.length,
          identity(focused),
          String(getSelection()),
          values(),
          scrolled(),
        ].join('\n'),
        pressedOutsideControls: pressed !== null && !pressed.closest(`${ACTABLE}, label, [tabindex]`),
        focus: focused === null || focused === document.body ? 'body' : 'somewhere',
        broken: texts.some(({ textContent }) => textContent?.trim() === 'Ocurrió un error'),
        empty: isEmpty(),
        busy: document.readyState !== 'complete' || isEmpty() || isLoading(),
      };
    },
  };
  window.monkeyProbe = probe;
  // The browser's own message at a field.
  document.addEventListener('invalid', () => (changes += 1), true);
  document.addEventListener('mousedown', ({ target }) => (pressed = target instanceof Element ? target : null), true);
  // A press moves the focus once. A further move is an effect of the page.
  document.addEventListener('focusin', () => {
    if (focused > 0) changes += 1;
    focused += 1;
  });
  new MutationObserver((records) => {
    changes += records.length;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}
