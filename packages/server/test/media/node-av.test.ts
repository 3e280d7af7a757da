import { createNodeAvMedia } from '../../src/adapters/media-node-av/index.ts'
import { mediaConformance } from '../../src/ports/media.conformance.ts'

mediaConformance('node-av', createNodeAvMedia)
