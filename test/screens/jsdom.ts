import { configure } from '@testing-library/react';

// What a page has and jsdom doesn't: nothing is laid out, so nothing is measured, scrolled or resized.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer });
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
  // Longer than the slowest machine needs: a timeout means a failure.
  asyncUtilTimeout: 10_000,
  // The default adds the markup of the whole page at every attempt of a query that waits.
  getElementError: (message) => new Error(message ?? ''),
});
