import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { Button, IconButton } from '#web/kit/ui/button.tsx';
import { X } from '#web/kit/ui/display/icons.ts';
import { acceptUndo, dropUndo, undoOffers } from './kit/undo-offer.ts';
import styles from './undo-bar.module.css';

/** Shows what was changed, and undoes it, at the bottom of the window. The key undoes the latest change. */
export function UndoBar() {
  const offers = useStore(undoOffers);
  const latest = offers.at(-1);
  useShortcuts(latest ? [{ keys: 'z', label: 'Deshacer', run: () => void acceptUndo(latest) }] : []);
  return (
    <div role="status" className={styles.place}>
      {offers.map((offer) => (
        <div key={`${offer.path} ${offer.expiresAt}`} className={styles.bar}>
          <span>{offer.message}</span>
          <Button size="sm" {...(offer === latest && { kbd: 'z' })} onClick={() => void acceptUndo(offer)}>
            Deshacer
          </Button>
          <IconButton size="sm" label="Cerrar" icon={<X />} onClick={() => dropUndo(offer)} />
        </div>
      ))}
    </div>
  );
}
