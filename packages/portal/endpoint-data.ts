import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { toDataModule } from '../../scripts/endpoint-data.ts'

const endpointFile = /\/packages\/core\/src\/[\w-]+\/endpoints\.ts$/

/**
 * A browser sends what an endpoint describes and checks nothing against its schemas, so the built portal gets the endpoints of
 * core as data, without schemas and without zod (decision 0013). The packed core does the same for other hosts (decision 0169).
 */
export function endpointData(): Plugin {
  return {
    name: 'kinora:endpoint-data',
    apply: 'build',
    load: {
      filter: { id: endpointFile },
      handler: async id => toDataModule(id, await import(pathToFileURL(id).href)),
    },
  }
}
