/** Identifies a user of a client. */
export interface UserKey {
  clientId: number;
  userId: number;
}
