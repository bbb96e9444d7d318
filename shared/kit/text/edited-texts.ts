/** Fields of an edited order that may be doubtful: a label can't print their letters, or a phone is two. */
export const EDITED_TEXTS = ['receiver_name', 'address_street_name', 'receiver_phone'] as const;
