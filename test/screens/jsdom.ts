import './unthrottled-react.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

// Stubs of browser functions that jsdom lacks. Without layout nothing is measured, scrolled or resized.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  // A test opens a page with its own. What an earlier page still requests gets no response.
  fetch: () => new Promise(() => {}),
});
Object.assign(Element.prototype, {
  scrollIntoView() {},
  scrollTo() {},
  hasPointerCapture: () => false,
  setPointerCapture() {},
  releasePointerCapture() {},
  showPopover() {},
  hidePopover() {},
});
HTMLCanvasElement.prototype.getContext = () => null;
Object.assign(window, {
  scrollTo() {},
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
});

configure({
  // Longer than the slowest machine needs, so that a timeout means a failure.
  asyncUtilTimeout: 20_000,
  // The default message contains the page's markup and is built again for each attempt of a waiting query.
  getElementError: (message) => new Error(message ?? ''),
});

// The files of a process share the simulated window: what a test stored or left on the page must not stay for another file.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
