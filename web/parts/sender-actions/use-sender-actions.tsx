import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { doAction } from './do-action.ts';
import { questionOf, reversePath, type SenderAction } from './sender-action.ts';

export interface SenderActions {
  /** Asks whether it shall be done; then it is done and told. */
  ask: (action: SenderAction) => void;
  /** Has its place somewhere on the screen. */
  dialog: ReactElement | null;
}

/** Cancellations, returns and reverse logistics: each asked about, done, and told (D1 §4, §8). */
export function useSenderActions(): SenderActions {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<SenderAction | null>(null);
  const [open, setOpen] = useState(false);

  const run = async () => {
    if (!asked) return;
    if (asked.kind === 'reverse') await navigate(reversePath(asked.trackingId, asked.labels));
    else await doAction(asked);
  };
  const question = asked && questionOf(asked);
  return {
    ask(action) {
      setAsked(action);
      setOpen(true);
    },
    dialog: question && (
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={question.title}
        message={question.message}
        confirmText={question.confirm}
        danger={question.danger}
        onConfirm={run}
      />
    ),
  };
}
