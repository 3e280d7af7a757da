import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMessages, en, isKinoraError, newTenant } from '@kinora/core'
import type { FaultCase } from '../cases.ts'
import { root } from '../processes.ts'
import type { Fault } from '../proxy.ts'
import { account, type Rig } from '../rig.ts'
import { fill, freeDisk, onSmallDisk } from '../small-disk.ts'

const admin = 'admin@demo.kinora.test'
const tenantId = 'pulsehouse'
const messages = createMessages(en)

/** What a person would read of a call that failed. */
export async function words(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('nothing failed'),
    (thrown: unknown) => thrown,
  )
  if (!isKinoraError(error)) throw error
  return messages.error(error)
}

const terms = (title: string) => {
  const tags = ['en-GB', 'de-DE', 'fr-FR']
  const files = tags.map(tag => [tag, new File([`<h1>${title} ${tag}</h1>`], `terms.${tag}.html`)] as const)
  return { tenantId, title, files: Object.fromEntries(files) }
}
const titlesOf = async (api: Rig['api']) => {
  const { data } = await api.terms.versions({ tenantId })
  return data.map(({ title, languageCode }) => `${title} ${languageCode}`)
}
const wide = async () =>
  new File([await readFile(join(root, 'packages/server/assets/demo/channel-1-space.jpg'))], 'space.jpg')

/** The files of terms and images lie on the disk that is full; what the database says of them is elsewhere. */
const full: FaultCase = {
  roles: ['video'],
  name: 'TERMS-03, CHAN-17, ERR-01 the disk of the server is full when terms and an image are stored: the words say so, nothing is half stored, then both are',
  ...onSmallDisk(),
  async run(rig) {
    const api = rig.apiOf(admin)
    const before = await titlesOf(api)
    const image = await wide()
    const upload = () => api.images.upload({ img: image, assetType: 'mediaSpace' })
    fill(rig, 'server', 0)
    assert.equal(await words(upload()), en['error.507'])
    assert.equal(await words(api.terms.upload(terms('Full'))), en['error.507'])
    assert.deepEqual(await titlesOf(api), before)
    freeDisk(rig)
    await api.terms.upload(terms('Roomy'))
    assert.equal((await titlesOf(api)).length, before.length + 3)
    const stored = await fetch(rig.server.url + (await upload()).url)
    assert.equal(stored.status, 200)
    return { faults: ['disk full'], resent: 0 }
  },
}

/** The server has done it and nobody hears so. */
export const lost: Fault = async (_, { forward, reset }) => {
  await forward()
  reset()
}

const lostAnswers: FaultCase = {
  roles: ['video'],
  name: 'TERMS-03, TENANT-27, CHAN-13 the answers to saves are lost: the words say so, each is stored whole, and the same again is refused or changes nothing',
  own: {},
  async run(rig) {
    const [heard, unheard] = [rig.apiOf(admin), rig.apiOf(admin, rig.proxy)]
    // Signs in before anything is lost.
    await unheard.tenants.list({ take: 1 })
    rig.proxy.begin(({ method }) => (method === 'GET' ? undefined : lost))
    const isLost = async (work: Promise<unknown>) => assert.equal(await words(work), en['error.502'])

    const before = await titlesOf(heard)
    await isLost(unheard.terms.upload(terms('Lost')))
    assert.deepEqual((await titlesOf(heard)).slice(0, 3), ['Lost de-DE', 'Lost en-GB', 'Lost fr-FR'])
    assert.equal((await titlesOf(heard)).length, before.length + 3)

    const draft = {
      ...newTenant,
      ...{ name: 'Lost and found', customerNumber: 'L-1', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
      ...{ email: 'lost@sites.test', password: 'Kinora-site-1', activatedProducts: ['Web' as const] },
      ...{ languageCodes: ['en-GB'], languageTag: 'en-GB' },
    }
    await isLost(unheard.tenants.create(draft))
    const found = (await heard.tenants.list({ query: 'Lost and found' })).data
    assert.deepEqual(
      found.map(({ tenantId, version }) => [tenantId, version]),
      [['lostandfound', 1]],
    )
    assert.match(await words(heard.tenants.create(draft)), /lostandfound|already/i)

    const change = { tag: 'ironside-strength', tenantIdsToPublish: ['lostandfound'] }
    await isLost(unheard.publishing.setChannel(change))
    const isPublished = async () => (await heard.channels.view({ tag: change.tag })).tenants
    assert.ok((await isPublished()).includes('lostandfound'))
    const again = await heard.publishing.setChannel(change)
    assert.equal(again.job.results[0]!.arriving, 0)
    return { faults: ['answer lost', 'answer lost', 'answer lost'], resent: 0 }
  },
}

const siteSettings: FaultCase = {
  roles: ['video'],
  name: 'SITE-03, SITE-14 site settings saved, the answer lost, saved again with the version from before: stored whole and once; what lacks a required field changes nothing; the command says that it may be done',
  async run(rig) {
    const [heard, unheard] = [rig.apiOf(account), rig.apiOf(account, rig.proxy)]
    const stored = async () => {
      const [general, web] = await Promise.all(
        (['general', 'web'] as const).map(async type => {
          const { data } = await heard.site.list({ tenantId, configurationType: type })
          return data[0]
        }),
      )
      if (general?.configurationType !== 'general' || web?.configurationType !== 'web')
        throw new Error('the demo has site settings')
      return { general, web }
    }
    const before = await stored()
    const general = { ...before.general, appTitle: `Lost ${rig.random.between(1, 1e9)}` }
    const web = { ...before.web, primaryColor: '#123456', accentColor: '#654321' }
    const save = (api: Rig['api']) => [
      () => api.site.saveGeneral(general),
      () => api.site.save({ configuration: web }),
    ]
    await unheard.site.list({ tenantId, configurationType: 'web' })
    // Not those of a token that is renewed meanwhile.
    rig.proxy.begin(({ path }) => (/\/siteconfig\/(?!get$)/.test(path) ? lost : undefined))
    for (const saving of save(unheard)) assert.equal(await words(saving()), en['error.502'])
    const once = await stored()
    assert.deepEqual(once.general, { ...general, version: before.general.version + 1 })
    assert.deepEqual(once.web, { ...web, version: before.web.version + 1 })
    for (const saving of save(heard)) await saving()
    assert.deepEqual(await stored(), once)
    const none = { ...general, appTitle: '' }
    assert.match(await words(heard.site.saveGeneral(none)), /Required App title/)
    assert.deepEqual(await stored(), once)

    const link = ['httpLink=shop.example.com', 'linkText=Once']
    const { code, stderr } = await rig.command(['site', 'set', 'custom', ...link]).done
    assert.equal(code, 5, stderr)
    assert.match(stderr, /may have been done nevertheless/)
    const links = (await heard.site.list({ tenantId, configurationType: 'custom' })).data
    const made = links.filter(each => each.configurationType === 'custom' && each.linkText === 'Once')
    assert.equal(made.length, 1)
    return { faults: ['answer lost', 'answer lost', 'answer lost'], resent: 0 }
  },
}

export const supplyCases: readonly FaultCase[] = [full, lostAnswers, siteSettings]
