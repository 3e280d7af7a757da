declare const __KINORA_VERSION__: string
