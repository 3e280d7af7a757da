import { everyRole } from '../access.ts'
import { get, noun } from '../kernel/endpoint.ts'
import { Quota } from './schema.ts'

export const quotas = noun('quotas', {
  show: get('/api/v1/quota', {
    summary: 'What is used and what is allowed; an administrator reads the whole platform, without limits',
    output: Quota,
    allow: everyRole,
  }),
})
