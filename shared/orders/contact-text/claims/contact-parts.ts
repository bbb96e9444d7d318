/** Parts of a contact that a pasted text may contain, by their names in the order's body. */
export type ContactPart =
  | 'street_name'
  | 'street_number'
  | 'floor'
  | 'apartment'
  | 'between_1'
  | 'between_2'
  | 'neighborhood_name'
  | 'city'
  | 'zip_code'
  | 'state'
  | 'first_name'
  | 'last_name'
  | 'receiver_name'
  | 'document'
  | 'receiver_phone'
  | 'email';

/** `doubtful` values were guessed from their position, or contradict another part: a person has to check them. */
export type Confidence = 'sure' | 'doubtful';

export interface ReadValue {
  value: string;
  confidence: Confidence;
}

export interface Contact {
  parts: Partial<Record<ContactPart, ReadValue>>;
  /** All words and numbers that belong to no part, in the order of the text. */
  observations: string;
  /** The order's number if the text has a single one, and the observations without it, for forms that have a field for it. */
  order?: ReadValue & { observations: string };
}

/** A locality of a postal code. */
export interface Locality {
  city: string;
  province: string;
}
