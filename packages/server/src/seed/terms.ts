import type { Deps } from '../deps.ts'
import { sha256 } from '../kernel/digest.ts'
import { termsTable } from '../terms/tables.ts'
import { demoAccounts } from './accounts.ts'

const texts = {
  'en-GB': '<h1>Terms of use</h1>\n<p>Train at your own pace. Ask a doctor first if you are not sure.</p>\n',
  'de-DE':
    '<h1>Nutzungsbedingungen</h1>\n<p>Trainieren Sie in Ihrem Tempo. Fragen Sie im Zweifel zuerst einen Arzt.</p>\n',
  'fr-FR':
    '<h1>Conditions d’utilisation</h1>\n<p>Entraînez-vous à votre rythme. En cas de doute, consultez d’abord un médecin.</p>\n',
} as const

const versions = [
  ['Terms of use', texts],
  [
    'Terms of use, with guests',
    { ...texts, 'en-GB': `${texts['en-GB']}<p>Guests may watch with you.</p>\n` },
  ],
] as const

/** Two versions of one tenant’s terms; the second changes one language. */
export async function seedTerms({ db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>): Promise<void> {
  for (const [index, [title, files]] of versions.entries())
    for (const [languageCode, html] of Object.entries(files)) {
      const version = index + 1
      const bytes = new TextEncoder().encode(html)
      const blobKey = `terms/demo-${version}-${languageCode}.html`
      await blobs.put(blobKey, bytes)
      await db.insert(termsTable).values({
        tenantId: 'pulsehouse',
        version,
        languageCode,
        title,
        blobKey,
        fileName: `terms.${languageCode}.html`,
        size: bytes.byteLength,
        digest: await sha256(bytes),
        createdAt: clock.now(),
        createdBy: demoAccounts.support.userId,
      })
    }
}
