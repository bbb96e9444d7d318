import { useId, useState } from 'react';
import { provinces } from '#shared/rules/provinces.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { lettersIn, type TariffDraft, withProvince } from './tariff-draft.ts';
import styles from './tariffs.module.css';
import { provinceNames, zoneTitle } from './value-names.ts';

interface ZoneProvincesProps {
  draft: TariffDraft;
  /** The tariff that the draft replaces; null for the first one. */
  before: TariffDraft | null;
  errors: ReadonlyMap<string, string>;
  onChange: (draft: TariffDraft) => void;
  index: number;
  /** Id of the button, which an error summary links to. */
  id: string;
}

/** The provinces of a zone by name, behind a button. Choosing one of another zone takes it from there. */
export function ZoneProvinces({ draft, before, errors, onChange, index, id }: ZoneProvincesProps) {
  const names = provinceNames(lettersIn(draft.zones[index]?.provinces ?? ''));
  const zoneBefore = before?.zones[index];
  const namesBefore = zoneBefore && provinceNames(lettersIn(zoneBefore.provinces));
  const error = errors.get(`zones.${index}.provinces`);
  const noteId = useId();
  const listId = useId();
  const [open, setOpen] = useState(names === '');
  const zoneOf = new Map(
    draft.zones.flatMap((zone, place) => lettersIn(zone.provinces).map((letter) => [letter, place] as const)),
  );
  return (
    <fieldset className={styles.provinces} aria-describedby={noteId}>
      <legend>Provincias</legend>
      <div className={styles.chosen}>
        <span>{names || <span className="muted">Ninguna todavía</span>}</span>
        <Button
          id={id}
          size="sm"
          aria-label={`Elegir provincias de ${zoneTitle(draft, index)}`}
          aria-expanded={open}
          aria-controls={listId}
          aria-describedby={noteId}
          onClick={() => setOpen(!open)}
        >
          Elegir provincias
        </Button>
      </div>
      <div id={noteId}>
        {error && <p className="danger-text">{error}</p>}
        {namesBefore !== undefined && namesBefore !== names && (
          <p className="muted">Cambiado. Antes: {namesBefore || 'ninguna'}</p>
        )}
        {open && <p className="muted">Cada provincia está en una sola zona: si elegís una de otra, pasa a ésta.</p>}
      </div>
      <div id={listId} className={styles.choices} hidden={!open}>
        {open &&
          provinces.map(({ letter, name }) => {
            const zone = zoneOf.get(letter);
            const other = zone === undefined || zone === index ? '' : ` (en ${zoneTitle(draft, zone)})`;
            return (
              <Checkbox
                key={letter}
                label={`${name}${other}`}
                checked={zone === index}
                onChange={({ target }) => onChange(withProvince(draft, index, letter, target.checked))}
              />
            );
          })}
      </div>
    </fieldset>
  );
}
