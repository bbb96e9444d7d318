import { type ComponentType, type ReactElement, useCallback, useState } from 'react';
import { LazyDialog } from './lazy-dialog.tsx';

export interface ActionDialogProps<A> {
  action: A;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export interface ActionDialog<A> {
  /** Opens the dialog for an action; the function never changes. */
  ask: (action: A) => void;
  /** The dialog, to be rendered once on the screen. */
  dialog: ReactElement | null;
}

/** Holds the action that a screen's confirmation dialog is about; the dialog's code may be lazy. */
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
      <LazyDialog onFailure={() => setAction(null)}>
        <Dialog action={action} open={open} onOpenChange={setOpen} />
      </LazyDialog>
    ),
  };
}
