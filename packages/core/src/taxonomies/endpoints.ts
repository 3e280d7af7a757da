import * as z from 'zod'
import { Role } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Equipment, FocusArea, Label } from './schema.ts'

const ofTenant = z.object({ tenantId: z.string() })

const entries = { label: Label, focusarea: FocusArea, equipment: Equipment } as const

const list = <K extends keyof typeof entries>(kind: K) =>
  post(`/v4/portal/${kind}/get`, {
    summary: `The tenant’s ${kind} entries and the platform’s (API-38)`,
    input: ofTenant,
    output: z.object({ data: z.array(entries[kind]) }),
    allow: [Role.Tenant, Role.Support],
  })

export const labels = noun('labels', { list: list('label') })
export const focusAreas = noun('focus-areas', { list: list('focusarea') })
export const equipment = noun('equipment', { list: list('equipment') })
