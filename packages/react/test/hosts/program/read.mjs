import { contract, createApi, createSend } from '@kinora/core'
import * as bulk from '@kinora/core/bulk'
import * as media from '@kinora/core/media'
import * as react from '@kinora/react'
import * as viewer from '@kinora/react/viewer'

/** A program in Node: prints the names of some titles, once all that it imports is there. */
let kept
const tokens = {
  get: () => kept,
  set: fresh => {
    kept = fresh
  },
  clear: () => {
    kept = undefined
  },
}
const api = createApi(contract, createSend({ baseUrl: process.env.KINORA_URL, fetch, tokens }))
tokens.set(await api.session.login({ email: 'tenant@demo.kinora.test', password: 'Kinora-demo-1' }))
const { data } = await api.titles.search({ take: 3 })
const isWhole = [bulk, media, react, viewer].every(all => Object.keys(all).length > 0)
console.log(JSON.stringify({ names: data.map(({ className }) => className), isWhole }))
