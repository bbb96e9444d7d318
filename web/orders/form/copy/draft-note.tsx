import type { DraftOffer } from '#web/kit/form/use-draft.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';

/** Offers to resume or discard a draft. */
export default function DraftNote({ offer }: { offer: DraftOffer }) {
  return (
    <Note tone="info" role="status">
      {offer.text}{' '}
      <Button size="sm" onClick={offer.resume}>
        Retomala
      </Button>{' '}
      <Button size="sm" variant="quiet" onClick={offer.discard}>
        Descartala
      </Button>
    </Note>
  );
}
