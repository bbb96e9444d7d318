import { useCombobox } from 'downshift';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Check } from '#web/kit/ui/display/icons.ts';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { PHONE, useMediaQuery } from '#web/kit/ui/layout/media-query.ts';
import { useVirtualList } from '#web/kit/ui/table/use-virtual-list.ts';
import styles from './combobox.module.css';
import { useFieldControl } from './field.tsx';
import input from './input.module.css';

interface ComboboxProps<T>
  extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'onSelect' | 'role' | 'list'> {
  /** The suggestions; the caller looks them up when the text changes. */
  items: readonly T[];
  itemKey: (item: T) => string;
  /** Text of an item, which downshift announces and compares. */
  itemText: (item: T) => string;
  renderOption?: (item: T) => ReactNode;
  /** The field's text; the caller sets it after a pick. */
  text: string;
  onTextChange: (text: string) => void;
  onPick: (item: T) => void;
  /** Key of the picked item, whose row is ticked. */
  pickedKey?: string | null;
  loading?: boolean;
  /** Shown when nothing was found; without it the list stays closed. */
  emptyText?: string;
  /** Line below the rows, for example their number. */
  footer?: ReactNode;
  /** Milliseconds for which the list stays open after blur. Leaving the field never picks. */
  closeDelayMs?: number;
  /** False if Enter picks only an item that was chosen by arrow keys. */
  highlightsFirst?: boolean;
  /** True for thousands of items: only the visible rows are rendered, all with the same height. */
  virtualized?: boolean;
}

/** Row heights of a virtualized list in px; must match the CSS module. */
const ROW = { desktop: 32, phone: 44 };

/** A text field with suggestions (WAI-ARIA combobox): arrows move, Enter or a click picks, Esc closes. */
export function Combobox<T>({
  items,
  itemKey,
  itemText,
  renderOption = itemText,
  text,
  onTextChange,
  onPick,
  pickedKey,
  loading = false,
  emptyText,
  footer,
  closeDelayMs = 0,
  highlightsFirst = true,
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
    defaultHighlightedIndex: highlightsFirst ? 0 : -1,
    scrollIntoView: (row) => row?.scrollIntoView({ block: 'nearest' }),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onPick(selectedItem);
    },
    stateReducer: (state, { type, changes }) => {
      if (type === useCombobox.stateChangeTypes.InputBlur) {
        // Blur picks nothing; the timer below closes the list.
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
          // A list without rows is hidden, though downshift calls it open.
          'aria-expanded': shown,
          onChange: (event) => onTextChange(event.currentTarget.value),
          onFocus: () => clearTimeout(closeTimer.current),
          onBlur: (event) => {
            clearTimeout(closeTimer.current);
            if (closeDelayMs > 0) closeTimer.current = setTimeout(box.closeMenu, closeDelayMs);
            onBlur?.(event);
          },
        })}
        {...control}
        aria-busy={loading || undefined}
        // The surrounding Field's <label for> is the accessible name; downshift's own label isn't rendered.
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
            ? items.slice(first, end).map((item, offset) => (
                <li
                  key={itemKey(item)}
                  {...box.getItemProps({ item, index: first + offset })}
                  aria-setsize={items.length}
                  aria-posinset={first + offset + 1}
                  className={classNames(
                    styles.row,
                    virtualized && styles.line,
                    highlightedIndex === first + offset && styles.on,
                  )}
                >
                  <span>{renderOption(item)}</span>
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
