const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** 80 random bits that are safe in an address and a file name. */
export function newTag(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => letters[byte % 32]).join('')
}

/** Who changed a row, and when; nobody where the platform did. */
export const stamp = (now: Date, userId: string | null) => ({ updatedAt: now, updatedBy: userId })

/** The same for a new row. */
export const stampNew = (now: Date, userId: string | null) => ({
  createdAt: now,
  createdBy: userId,
  ...stamp(now, userId),
})
