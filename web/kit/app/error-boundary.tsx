import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Shown instead of the failed children. */
  fallback: ReactNode;
  children: ReactNode;
  /**
   * Failed children are rendered again when this value (the path) changes. Unlike a `key`, it keeps the state of
   * children that work.
   */
  place?: string;
  onError?: () => void;
}

interface State {
  failed: boolean;
  place: string | undefined;
}

/** Error boundary: a rendering error of one part, or code that could not be fetched, doesn't empty the whole page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, place: undefined };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return place === state.place ? null : { failed: false, place };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
