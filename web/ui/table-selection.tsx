import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Checkbox } from './choice.tsx';
import { Ban } from './icons.ts';
import { keysBetween, pageCheckState, withKeys } from './selection.ts';
import styles from './table-selection.module.css';
import { Tooltip } from './tooltip.tsx';

export interface TableSelection<T> {
  /** Keys of the picked rows, of every page. */
  selected: ReadonlySet<string>;
  onChange: (next: Set<string>) => void;
  /** Why a row cannot be picked; null when it can. */
  blockedReason?: (row: T) => string | null;
  /** The row's name for its checkbox: "AQ-20418". */
  name: (row: T) => string;
  /** The boxes are always there, no mode of the list: a row that can't be picked has none, and stands back no more than others. */
  alwaysVisible?: boolean;
}

/** The selection of one table page: boxes, ranges and the reason in place of a checkbox. */
export function useTableSelection<T>(
  rows: readonly T[],
  rowKey: (row: T) => string,
  selection: TableSelection<T> | undefined,
) {
  const last = useRef<string | null>(null);
  const shift = useRef(false);
  if (!selection) return null;
  const { selected, onChange, blockedReason = () => null, name, alwaysVisible = false } = selection;
  const eligible = rows.filter((row) => blockedReason(row) === null).map(rowKey);
  const checkState = pageCheckState(selected, eligible);

  const set = (key: string, on: boolean, extend: boolean) => {
    if (!eligible.includes(key)) return;
    const keys = extend ? keysBetween(eligible, last.current, key) : [key];
    last.current = key;
    onChange(withKeys(selected, keys, on));
  };
  const noteShift = (event: MouseEvent | KeyboardEvent) => {
    shift.current = event.shiftKey;
  };

  return {
    isSelected: (row: T) => selected.has(rowKey(row)),
    isDisabled: (row: T) => !alwaysVisible && blockedReason(row) !== null,
    /** Picks or drops the row; with `extend`, everything from the last row touched. */
    toggle: (row: T, extend = false) => set(rowKey(row), extend || !selected.has(rowKey(row)), extend),
    pageCheckbox: (
      <Checkbox
        aria-label="Elegir todas las filas de esta página"
        checked={checkState === 'all'}
        indeterminate={checkState === 'some'}
        disabled={eligible.length === 0}
        onChange={() => onChange(withKeys(selected, eligible, checkState !== 'all'))}
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
          onClick={noteShift}
          onKeyDown={noteShift}
          onChange={(event) => set(key, event.target.checked, shift.current)}
        />
      );
    },
  };
}

export type PageSelection<T> = NonNullable<ReturnType<typeof useTableSelection<T>>>;
