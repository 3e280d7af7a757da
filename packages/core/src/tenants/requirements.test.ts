import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../messages/en.ts'
import { type SettingRequirement, settingRequirements } from './requirements.ts'

const titles = {
  general: 'General settings',
  web: 'Web/Mobile settings',
  app: 'Mobile App settings',
} as const

const rowsOf = (part: keyof typeof titles): string => {
  const requirements: readonly SettingRequirement[] = settingRequirements[part]
  const rows = requirements.map(({ field, when, oneOf, ids }) => {
    const condition =
      when === 'always'
        ? 'always'
        : String(en[`required.because.${when}`]).replace('Required because ', 'where ')
    return `| \`${field}\` | ${condition} | ${oneOf === undefined ? '' : `one of ${oneOf.join(', ')}`} | ${ids} |`
  })
  return [
    `## ${titles[part]}`,
    '',
    '| field | required | value | register |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

test('TENANT-07, TENANT-08, TENANT-10 to TENANT-12, TENANT-20 to TENANT-26 docs/tenant-settings.md lists the table', async () => {
  const page = [
    '# Required settings of a tenant',
    '',
    'Form, command line and server ask the one table in `packages/core/src/tenants/requirements.ts`, which this page is made from: `npx vitest run -u --project core tenants/requirements`.',
    '',
    (['general', 'web', 'app'] as const).map(rowsOf).join('\n\n'),
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot(join(import.meta.dirname, '../../../../docs/tenant-settings.md'))
})
