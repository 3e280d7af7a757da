import * as z from 'zod'
import { Role } from '../access.ts'
import { noun, post } from '../kernel/endpoint.ts'
import { Equipment, FocusArea, Label } from './schema.ts'

const ofTenant = z.object({ tenantId: z.string() })

const list = <T extends z.ZodType>(kind: 'label' | 'focusarea' | 'equipment', item: T) =>
  post(`/v4/portal/${kind}/get`, {
    summary: `The tenant’s ${kind} entries and the platform’s (API-38)`,
    input: ofTenant,
    output: z.object({ data: z.array(item) }),
    allow: [Role.Tenant, Role.Support],
  })

export const labels = noun('labels', { list: list('label', Label) })
export const focusAreas = noun('focus-areas', { list: list('focusarea', FocusArea) })
export const equipment = noun('equipment', { list: list('equipment', Equipment) })
