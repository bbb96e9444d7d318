import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Ban } from '#web/kit/ui/display/icons.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { Tooltip } from '#web/kit/ui/overlay/tooltip.tsx';
import styles from './selection.module.css';
import { keysBetween, pageCheckState, withKeys } from './selection.ts';

export interface TableSelection<T> {
  /** Keys of the selected rows of all pages. */
  selected: ReadonlySet<string>;
  onChange: (next: Set<string>) => void;
  /** Returns why a row can't be selected; null when it can. */
  blockedReason?: (row: T) => string | null;
  /** Returns the label of a row's checkbox: "AQ-20418". */
  name: (row: T) => string;
  /** True for checkboxes outside of a mode: a row that can't be selected has none, and isn't muted. */
  alwaysVisible?: boolean;
  /** Rows that the page's checkbox selects, if the page has any, and its label then. */
  preferred?: { is: (row: T) => boolean; label: string };
}

/** Provides the selection of one table page: checkboxes, ranges, and the reason of blocked rows. */
export function useTableSelection<T>(
  rows: readonly T[],
  rowKey: (row: T) => string,
  selection: TableSelection<T> | undefined,
) {
  const lastKey = useRef<string | null>(null);
  const shiftPressed = useRef(false);
  if (!selection) return null;
  const { selected, onChange, blockedReason = () => null, name, alwaysVisible = false, preferred } = selection;
  const eligible = rows.filter((row) => blockedReason(row) === null).map(rowKey);
  const preferredKeys = preferred
    ? rows.filter((row) => blockedReason(row) === null && preferred.is(row)).map(rowKey)
    : [];
  const pageKeys = preferredKeys.length > 0 ? preferredKeys : eligible;
  const checkState = pageCheckState(selected, pageKeys);

  const select = (key: string, on: boolean, extend: boolean) => {
    if (!eligible.includes(key)) return;
    const keys = extend ? keysBetween(eligible, lastKey.current, key) : [key];
    lastKey.current = key;
    onChange(withKeys(selected, keys, on));
  };
  const recordShift = (event: MouseEvent | KeyboardEvent) => {
    shiftPressed.current = event.shiftKey;
  };

  return {
    isSelected: (row: T) => selected.has(rowKey(row)),
    isDisabled: (row: T) => !alwaysVisible && blockedReason(row) !== null,
    /** Selects or deselects a row; with `extend`, the range from the last row. */
    toggle: (row: T, extend = false) => select(rowKey(row), extend || !selected.has(rowKey(row)), extend),
    pageCheckbox: (
      <Checkbox
        aria-label={
          preferred && pageKeys.length < eligible.length ? preferred.label : 'Elegir todas las filas de esta página'
        }
        checked={checkState === 'all'}
        indeterminate={checkState === 'some'}
        disabled={eligible.length === 0}
        onChange={() => onChange(withKeys(selected, pageKeys, checkState !== 'all'))}
      />
    ),
    checkbox: (row: T) => {
      const reason = blockedReason(row);
      const key = rowKey(row);
      if (reason !== null && alwaysVisible) return null;
      if (reason !== null) {
        return (
          <Tooltip text={reason} side="right">
            <button type="button" className={styles.blockedReason} aria-label={`${name(row)}: ${reason}`}>
              <Ban />
            </button>
          </Tooltip>
        );
      }
      return (
        <Checkbox
          aria-label={`Elegir ${name(row)}`}
          checked={selected.has(key)}
          onClick={recordShift}
          onKeyDown={recordShift}
          onChange={(event) => select(key, event.target.checked, shiftPressed.current)}
        />
      );
    },
  };
}

export type PageSelection<T> = NonNullable<ReturnType<typeof useTableSelection<T>>>;
