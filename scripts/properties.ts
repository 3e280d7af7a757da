import fc from 'fast-check'

const { env } = globalThis.process ?? { env: {} }

/**
 * Properties are tried on the same examples in every run: one that fails by luck fails for somebody who changed nothing.
 * `npm run test:deep` tries others each time, and so does whoever sets KINORA_TEST_SEED to a number of their own.
 */
const seed = Number(env.KINORA_TEST_SEED ?? 20_261_126)
fc.configureGlobal(env.KINORA_TEST_SUITE === 'deep' ? {} : { seed })

export default fc
