import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of the failed children. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Error boundary: a rendering error of one part, or code that could not be fetched, doesn't empty the whole page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
