import { describe, expect, test } from 'vitest'
import { seedWebSettings } from '../src/seed/site.ts'
import { createTestServer } from './harness.ts'

describe('TENANT-10, TENANT-11, TENANT-21 web settings of the demo', () => {
  test('can be saved as they are, of every tenant', async () => {
    const server = await createTestServer()
    try {
      await seedWebSettings(server.deps)
      const api = server.api('admin')
      const { data } = await api.tenants.list({})
      for (const { tenantId } of data) {
        const {
          secretKey: _,
          webHookKey: __,
          version: ___,
          ...stored
        } = await api['web-settings'].view({ tenantId })
        const { version, ...saved } = await api['web-settings'].update({ ...stored, tenantId })
        expect({ tenantId, url: saved.url }).toEqual({ tenantId, url: stored.url })
        expect(version).toBeGreaterThanOrEqual(1)
      }
    } finally {
      await server.close()
    }
  })
})
