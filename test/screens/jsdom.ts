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
});
HTMLCanvasElement.prototype.getContext = () => null;
Object.assign(window, {
  scrollTo() {},
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
});
