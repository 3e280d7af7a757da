import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tenantFileSchema } from './index.ts'

test('TENANT-33 the published schema is that of the file: npx vitest run -u --project core tenant-file', async () => {
  const path = join(import.meta.dirname, '../../tenant.schema.json')
  await expect(`${JSON.stringify(tenantFileSchema(), undefined, 2)}\n`).toMatchFileSnapshot(path)
})
