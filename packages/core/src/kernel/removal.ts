/** The outcome of one of several that were to be deleted: 200, 404, or 409 while something needs it. */
export interface Removal {
  id: string
  status: number
  /** Why it stays, or that it is deleted, in words for a person. */
  reason?: string
}

export const isRemoved = ({ status }: Removal): boolean => status < 300
