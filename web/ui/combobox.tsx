import { useCombobox } from 'downshift';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './combobox.module.css';
import { useFieldControl } from './field.tsx';
import { Check } from './icons.ts';
import input from './input.module.css';
import { PHONE, useMediaQuery } from './media-query.ts';
import { Spinner } from './spinner.tsx';
import { useVirtualList } from './use-virtual-list.ts';

interface ComboboxProps<T>
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'onSelect' | 'role' | 'list'> {
  /** What may be picked now; the caller looks it up as the text changes. */
  items: readonly T[];
  itemKey: (item: T) => string;
  /** The item in words: what downshift announces and compares. */
  itemText: (item: T) => string;
  renderItem?: (item: T) => ReactNode;
  /** The text in the field; after a pick the caller sets it. */
  text: string;
  onTextChange: (text: string) => void;
  onPick: (item: T) => void;
  /** The picked item's key: its row carries a tick. */
  pickedKey?: string | null;
  loading?: boolean;
  /** Said when the look-up found nothing; absent, the list stays closed. */
  emptyText?: string;
  /** A quiet line under the rows: how many there are. */
  footer?: ReactNode;
  /** Milliseconds for which the list stays open after blur. Leaving the field never picks. */
  closeDelayMs?: number;
  /** There may be thousands of items: only those in sight are drawn, each in a line of one height. */
  virtualized?: boolean;
}

/** Heights of the rows of a virtualized list in px, as its style sheet sets them. */
const ROW = { desktop: 32, phone: 44 };

/** A text field with suggestions (WAI-ARIA combobox): arrows move, Enter or a press picks, Esc closes. */
export function Combobox<T>({
  items,
  itemKey,
  itemText,
  renderItem = itemText,
  text,
  onTextChange,
  onPick,
  pickedKey,
  loading = false,
  emptyText,
  footer,
  closeDelayMs = 0,
  virtualized = false,
  className,
  onBlur,
  ref,
  ...rest
}: ComboboxProps<T>) {
  const { control } = useFieldControl(rest);
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const box = useCombobox<T>({
    items: items as T[],
    itemToString: (item) => (item ? itemText(item) : ''),
    itemToKey: (item) => (item ? itemKey(item) : null),
    inputValue: text,
    selectedItem: null,
    inputId: control.id,
    defaultHighlightedIndex: 0,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onPick(selectedItem);
    },
    stateReducer: (state, { type, changes }) => {
      if (type === useCombobox.stateChangeTypes.InputBlur) {
        // Leaving picks nothing; the list closes by the timer below.
        return { ...state, isOpen: closeDelayMs > 0 && state.isOpen };
      }
      if (type === useCombobox.stateChangeTypes.InputClick)
        return { ...changes, isOpen: state.isOpen || items.length > 0 };
      return changes;
    },
    getA11yStatusMessage: ({ isOpen }) => {
      if (!isOpen || loading) return '';
      return items.length === 0 ? (emptyText ?? '') : `${items.length} ${items.length === 1 ? 'opción' : 'opciones'}`;
    },
  });
  const list = useRef<HTMLUListElement>(null);
  const phone = useMediaQuery(PHONE);
  const shown = box.isOpen && !rest.readOnly && (loading || items.length > 0 || Boolean(emptyText && text));
  const height = virtualized && shown ? (phone ? ROW.phone : ROW.desktop) : null;
  const { first, end, above, below, scrollToIndex } = useVirtualList(list, items.length, height);
  const { highlightedIndex } = box;
  useEffect(() => {
    if (virtualized && highlightedIndex >= 0) scrollToIndex(highlightedIndex);
  }, [virtualized, highlightedIndex, scrollToIndex]);

  return (
    <span className={classNames(input.wrap, styles.box)}>
      <input
        spellCheck={false}
        {...rest}
        // biome-ignore lint/nursery/useReactCompiler: downshift attaches the ref, it doesn't read it
        {...box.getInputProps({
          ref,
          onChange: (event) => onTextChange(event.currentTarget.value),
          onFocus: () => clearTimeout(closeTimer.current),
          onBlur: (event) => {
            if (closeDelayMs > 0) closeTimer.current = setTimeout(box.closeMenu, closeDelayMs);
            onBlur?.(event);
          },
        })}
        {...control}
        // The surrounding Field's <label for> names it; downshift's own label is not drawn.
        aria-labelledby={undefined}
        className={classNames(input.input, className)}
      />
      {loading ? (
        <span className={styles.waiting}>
          <Spinner small />
        </span>
      ) : null}
      <div className={classNames(styles.list, !shown && styles.shut)}>
        {/* biome-ignore lint/nursery/useReactCompiler: downshift attaches the ref, it doesn't read it */}
        <ul {...box.getMenuProps({ ref: list, 'aria-label': 'Sugerencias', 'aria-labelledby': undefined })}>
          {shown && above > 0 ? <li role="presentation" style={{ height: above }} /> : null}
          {shown
            ? items.slice(first, end).map((item, place) => (
                <li
                  key={itemKey(item)}
                  {...box.getItemProps({ item, index: first + place })}
                  aria-setsize={items.length}
                  aria-posinset={first + place + 1}
                  className={classNames(
                    styles.row,
                    virtualized && styles.line,
                    highlightedIndex === first + place && styles.on,
                  )}
                >
                  <span>{renderItem(item)}</span>
                  {pickedKey === itemKey(item) ? <Check /> : null}
                </li>
              ))
            : null}
          {shown && below > 0 ? <li role="presentation" style={{ height: below }} /> : null}
        </ul>
        {shown && items.length === 0 ? <p className={styles.foot}>{loading ? 'Buscando…' : emptyText}</p> : null}
        {shown && items.length > 0 && footer ? <p className={classNames(styles.foot, styles.ruled)}>{footer}</p> : null}
      </div>
    </span>
  );
}
