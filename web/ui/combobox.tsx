import { useCombobox } from 'downshift';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './combobox.module.css';
import { useFieldControl } from './field.tsx';
import { Check } from './icons.ts';
import { TextInput } from './text-input.tsx';

export interface ComboboxProps<Item> {
  id?: string;
  name?: string;
  /** What the input shows. */
  text: string;
  onText: (text: string) => void;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Text of an item for those who can't see its row. */
  textOf: (item: Item) => string;
  row: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  /** True for the item that the form holds. */
  isPicked?: (item: Item) => boolean;
  /** Line under the items: '3 localidades con 1425'. */
  footer?: ReactNode;
  /** Line instead of items; without it an empty list isn't shown. */
  empty?: ReactNode;
  loading?: boolean;
  /** How long the list stays after the focus has gone, in ms (D1 §9: 500). */
  closeDelayMs?: number;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  placeholder?: string;
  inputMode?: 'text' | 'numeric';
  maxLength?: number;
  disabled?: boolean;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-label'?: string;
}

/** An input with suggestions (WAI-ARIA combobox with a list): arrows walk, Enter picks, Escape closes. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { items, textOf, keyOf, row, onPick, text, onText, closeDelayMs = 0, footer, empty, loading } = props;
  const [open, setOpen] = useState(false);
  const { control } = useFieldControl(props);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const { getInputProps, getMenuProps, getItemProps, getLabelProps, highlightedIndex } = useCombobox<Item>({
    items: [...items],
    inputValue: text,
    isOpen: open,
    ...(control.id && { inputId: control.id }),
    itemToString: (item) => (item ? textOf(item) : ''),
    selectedItem: null,
    onIsOpenChange: ({ isOpen, type }) => {
      // Leaving the field closes the list late, so that a slow click on it still counts.
      if (type === useCombobox.stateChangeTypes.InputBlur) leaving.current = setTimeout(setOpen, closeDelayMs, false);
      else setOpen(isOpen);
    },
    onSelectedItemChange: ({ selectedItem }) => {
      clearTimeout(leaving.current);
      setOpen(false);
      if (selectedItem) onPick(selectedItem);
    },
    stateReducer: (_state, { changes, type }) =>
      // Blur must not pick what merely lies under the cursor.
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
  });
  const shown = open && (items.length > 0 || loading === true || (empty !== undefined && text !== ''));

  return (
    <span className={styles.wrap}>
      <TextInput
        {...getInputProps({
          ...(props.inputRef && { ref: props.inputRef }),
          onFocus: () => clearTimeout(leaving.current),
          onBlur: () => props.onBlur?.(),
          onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
            onText(event.currentTarget.value);
            setOpen(true);
          },
        })}
        name={props.name}
        placeholder={props.placeholder}
        inputMode={props.inputMode}
        maxLength={props.maxLength}
        disabled={props.disabled}
        autoComplete="off"
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        {...(props['aria-label'] && { 'aria-label': props['aria-label'], 'aria-labelledby': undefined })}
      />
      <span {...getLabelProps()} hidden />
      <div className={styles.pop} hidden={!shown}>
        <ul {...getMenuProps({ 'aria-label': 'Sugerencias', 'aria-labelledby': undefined })} className={styles.list}>
          {shown &&
            items.map((item, index) => (
              <li
                key={keyOf(item)}
                {...getItemProps({ item, index })}
                className={index === highlightedIndex ? styles.on : ''}
              >
                {row(item)}
                {props.isPicked?.(item) && <Check aria-hidden className={styles.check} />}
              </li>
            ))}
        </ul>
        {shown && <p className={styles.foot}>{items.length > 0 ? footer : loading ? 'Buscando…' : empty}</p>}
      </div>
    </span>
  );
}
