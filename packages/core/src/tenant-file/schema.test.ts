import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { tenantFileSchema } from './index.ts'

const root = join(import.meta.dirname, '../../../..')

test('TENANT-33 the published schema is that of the file: npx vitest run -u --project core tenant-file', async () => {
  const path = join(root, 'packages/core/tenant.schema.json')
  await expect(`${JSON.stringify(tenantFileSchema(), undefined, 2)}\n`).toMatchFileSnapshot(path)
})

test('TENANT-33 an editor that knows only the published schema takes the example, and no field that isn’t known', () => {
  const schema = z.fromJSONSchema(tenantFileSchema() as Parameters<typeof z.fromJSONSchema>[0])
  const example = parse(readFileSync(join(root, 'examples/tenant/acme.yaml'), 'utf8'))
  expect(schema.safeParse(example).error?.issues ?? []).toEqual([])
  expect(schema.safeParse({ ...example, general: { nam: 'x' } }).success).toBe(false)
})
