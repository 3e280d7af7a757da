import { contract, type Endpoint } from '@kinora/core'

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun))
