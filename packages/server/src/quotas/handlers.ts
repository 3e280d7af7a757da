import type { quotas } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { readUsage } from './check.ts'

const unlimited = { titles: null, bytes: null, openUploads: null, images: null }

export const quotaHandlers: Handlers<typeof quotas> = {
  async show(_, { scope, deps }) {
    const limits = scope.kind === 'all' ? unlimited : deps.settings.quotas
    return { used: await readUsage(scope, deps), limits }
  },
}
