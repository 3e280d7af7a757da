import * as z from 'zod'

/** The outcome of one of several that were to be deleted: 200, 404, or 409 while something needs it. */
export interface Removal {
  id: string
  status: number
  /** Why it stays, or that it is deleted, in words for a person. */
  reason?: string
}

/** The same as an endpoint answers it: the wire has other names for it at each noun. */
export const removal = (wire: { id: string; status?: string }) =>
  z.object({
    id: z.string().meta({ wire: wire.id }),
    status: z.int().meta({ wire: wire.status ?? 'status' }),
  })

/** With words for a person: why it stays, or that it is deleted. */
export const removalWithReason = (wire: { id: string }) =>
  removal(wire).extend({ reason: z.string().meta({ wire: 'message' }) })

export const isRemoved = ({ status }: Removal): boolean => status < 300
