import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { DateInput } from '#web/kit/ui/field/date-input.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import {
  copiedZone,
  EMPTY_BRACKET,
  lettersIn,
  type TariffDraft,
  valueAt,
  withProvince,
  withValue,
} from './tariff-draft.ts';
import styles from './tariffs.module.css';
import { provinceNames, valueLabel, zoneTitle } from './value-names.ts';

export interface TariffFieldsProps {
  draft: TariffDraft;
  /** The tariff that the draft replaces; null for the first one. */
  before: TariffDraft | null;
  /** Messages by the path of their control. */
  errors: ReadonlyMap<string, string>;
  onChange: (draft: TariffDraft) => void;
}

/** Id of the control of a path, which the error summary links to. */
export const fieldId = (path: string): string => `tariff-${path.replaceAll('.', '-')}`;

/** Focuses the control of a path: the first one of the added part. */
const focusField = (path: string) => document.getElementById(fieldId(path))?.focus();

/** All values of a tariff, each marked if it differs from the tariff before. */
export function TariffFields(props: TariffFieldsProps) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <Panel title="Vigencia, seguro, IVA y controles">
        <div className={styles.fields}>
          <Field label={valueLabel('valid_from')} id={fieldId('valid_from')} error={errors.get('valid_from') ?? null}>
            <DateInput value={draft.valid_from} onChange={(day) => onChange(withValue(draft, 'valid_from', day))} />
          </Field>
          <Value {...props} path="insurance.per_mille" hint="Del valor declarado." />
          <Value {...props} path="insurance.minimum" />
          <Value {...props} path="tax_percent" />
          <Value
            {...props}
            path="measured_tolerance_percent"
            hint="Cuánto puede pesar de más un envío sin que se cobre. Vacía: nunca se cobra."
          />
        </div>
      </Panel>
      {draft.zones.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a zone is known by its place, as in the server's messages
        <Zone key={index} {...props} index={index} title={zoneTitle(draft, index)} />
      ))}
      {errors.get('zones') && (
        <p id={fieldId('zones')} tabIndex={-1} className="danger-text">
          {errors.get('zones')}
        </p>
      )}
      <div>
        <Button
          size="sm"
          onClick={() => {
            flushSync(() => onChange({ ...draft, zones: [...draft.zones, copiedZone(draft.zones.at(-1))] }));
            focusField(`zones.${draft.zones.length}.name`);
          }}
        >
          Agregar una zona
        </Button>
      </div>
    </>
  );
}

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
function ZoneProvinces({ draft, before, errors, onChange, index, id }: ZoneProvincesProps) {
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

function Zone({ index, title, ...props }: TariffFieldsProps & { index: number; title: string }) {
  const { draft, before, onChange } = props;
  const at = `zones.${index}`;
  const brackets = draft.zones[index]?.brackets ?? [];
  const zoneBefore = before?.zones[index];
  const [asks, setAsks] = useState(false);
  const remove = () => onChange({ ...draft, zones: draft.zones.filter((_zone, place) => place !== index) });
  // A zone that was added and not touched.
  const isNew = JSON.stringify(draft.zones[index]) === JSON.stringify(copiedZone(draft.zones[index - 1]));
  const setBrackets = (next: typeof brackets) =>
    onChange({
      ...draft,
      zones: draft.zones.map((zone, place) => (place === index ? { ...zone, brackets: next } : zone)),
    });
  return (
    <Panel
      title={title}
      action={
        <Button
          size="sm"
          aria-label={`Quitar la zona ${title}`}
          disabledReason={draft.zones.length === 1 && 'Una tarifa necesita al menos una zona'}
          onClick={() => (isNew ? remove() : setAsks(true))}
        >
          Quitar la zona
        </Button>
      }
    >
      <div className={styles.fields}>
        <Value {...props} path={`${at}.name`} {...(before && !zoneBefore && { hint: 'Zona nueva' })} />
        <Value {...props} path={`${at}.min_days`} />
        <Value {...props} path={`${at}.max_days`} />
        <Value {...props} path={`${at}.extra_kg_price`} />
      </div>
      <ZoneProvinces {...props} index={index} id={fieldId(`${at}.provinces`)} />
      {brackets.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bracket is known by its place, as in the server's messages
        <div key={place} className={styles.bracket}>
          <Value
            {...props}
            path={`${at}.brackets.${place}.up_to_weight`}
            {...(zoneBefore && !zoneBefore.brackets[place] && { hint: 'Tramo nuevo' })}
          />
          <Value {...props} path={`${at}.brackets.${place}.price`} />
          <Button
            size="sm"
            aria-label={`Quitar el tramo ${place + 1} de ${title}`}
            disabledReason={brackets.length === 1 && 'Una zona necesita al menos un tramo'}
            onClick={() => setBrackets(brackets.filter((_one, other) => other !== place))}
          >
            Quitar
          </Button>
        </div>
      ))}
      <div className={styles.add}>
        <Button
          size="sm"
          aria-label={`Agregar un tramo a ${title}`}
          onClick={() => {
            flushSync(() => setBrackets([...brackets, EMPTY_BRACKET]));
            focusField(`${at}.brackets.${brackets.length}.up_to_weight`);
          }}
        >
          Agregar un tramo
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`¿Quitar la zona ${title}?`}
        message="Se pierden sus provincias y sus tramos en esta tarifa. Las tarifas publicadas no cambian."
        confirmText="Quitar la zona"
        cancelText="Cancelar"
        onConfirm={remove}
      />
    </Panel>
  );
}

interface ValueProps extends TariffFieldsProps {
  path: string;
  hint?: string;
}

/** A value, marked if it differs from the tariff before. That a zone or a bracket is new is said once, not at each of its values. */
function Value({ draft, before, errors, onChange, path, hint }: ValueProps) {
  const [value, was] = [valueAt(draft, path) ?? '', before ? valueAt(before, path) : undefined];
  return (
    <Field
      label={valueLabel(path)}
      id={fieldId(path)}
      error={errors.get(path) ?? null}
      {...(hint && { hint })}
      {...(was !== undefined && was !== value && { changedFrom: was })}
    >
      <TextInput value={value} onChange={({ target }) => onChange(withValue(draft, path, target.value))} />
    </Field>
  );
}
