import type { ConfigurationType, SiteSettings } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { storeImage } from '../images/index.ts'
import type { FilesPort } from '../ports/files.ts'
import { siteConfigurationsTable } from '../site/tables.ts'
import { demoAccounts } from './accounts.ts'

const colours = { primaryColor: '#1F4FD8', secondaryColor: '#12213F', accentColor: '#F59E0B' }
const darkColours = { primaryColor: '#7C9DFF', secondaryColor: '#C9D4F5', accentColor: '#FBBF24' }
const link = (httpLink: string, linkText: string, linkHoverText = ''): SiteSettings => ({
  httpLink,
  linkText,
  linkHoverText,
  status: true,
})

/** What the site of one tenant looks like and links to. */
export async function seedSite(
  { db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>,
  assets: FilesPort,
): Promise<void> {
  const store = async (name: string) => {
    const file = await assets.read(`/site-${name}`)
    if (file === undefined) throw new Error(`the demo lacks site-${name}`)
    return storeImage({ blobs, db }, file.bytes, name.split('.').at(-1)!)
  }
  const icons = { splashUrl: await store('splash.png'), appIconUrl: await store('icon.png') }
  const rows: [type: ConfigurationType, settings: SiteSettings, subType?: string][] = [
    ['general', { appTitle: 'Pulse House', contactEmail: 'hello@pulse-house.test' }],
    [
      'web',
      {
        logoUrl: await store('logo.png'),
        faviconUrl: await store('favicon.ico'),
        homeImageUrl: await store('home.jpg'),
        ...colours,
      },
    ],
    [
      'mobile',
      {
        light: { logoUrl: await store('logo-light.png'), ...icons, ...colours },
        dark: { logoUrl: await store('logo-dark.png'), splashUrl: null, appIconUrl: null, ...darkColours },
      },
    ],
    ...(['Facebook', 'Twitter'] as const).map((configurationSubType): (typeof rows)[number] => [
      'social',
      {
        configurationSubType,
        status: true,
        httpLink:
          configurationSubType === 'Twitter' ? 'https://x.com/example' : 'https://facebook.com/example',
      },
      configurationSubType,
    ]),
    ['app', { configurationSubType: 'Apple', httpLink: 'https://apps.apple.com/app/example/id1' }, 'Apple'],
    ['custom', link('https://shop.pulse-house.test', 'Shop', 'Mats, bands and bottles')],
    ['custom', link('https://pulse-house.test/studios', 'Studios', 'Where you can train with us')],
  ]
  await db.insert(siteConfigurationsTable).values(
    rows.map(([configurationType, settings, subType = ''], index) => ({
      tag: `demo-site-${index + 1}`,
      tenantId: 'pulsehouse',
      configurationType,
      subType,
      settings,
      displayOrder: configurationType === 'custom' ? index : 0,
      createdAt: clock.now(),
      createdBy: demoAccounts.tenant.userId,
    })),
  )
}
