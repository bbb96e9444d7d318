import { type ComponentType, type ReactElement, Suspense, useCallback, useState } from 'react';

export interface ActionDialogProps<A> {
  action: A;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export interface ActionDialog<A> {
  /** Asks whether it shall be done; then it is done and told. Always the same function. */
  ask: (action: A) => void;
  /** Has its place somewhere on the screen. */
  dialog: ReactElement | null;
}

/** Holds what a screen asks its user about, in a dialog whose code may come late. */
export function useActionDialog<A>(Dialog: ComponentType<ActionDialogProps<A>>): ActionDialog<A> {
  const [action, setAction] = useState<A | null>(null);
  const [open, setOpen] = useState(false);
  const ask = useCallback((next: A) => {
    setAction(next);
    setOpen(true);
  }, []);
  return {
    ask,
    dialog: action && (
      <Suspense fallback={null}>
        <Dialog action={action} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  };
}
