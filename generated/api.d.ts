// Generated from spec/. Do not edit; change spec/ and run: npm run generate

export interface paths {
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agents of the store
         * @description All agents of the store that the key belongs to, oldest first.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description Only the required fields must be present; omitted optional config fields take their defaults.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/chat/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to an agent and stream the reply
         * @description The reply is a stream of Server-Sent Events, described in `asyncapi.yaml`. Whatever can fail before the first
         *     byte fails as JSON; a failure after it is an `error` event. With `stream:` false the reply is one JSON object.
         */
        post: operations["streamAgentChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/widget/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the configuration of a chatbot widget
         * @description Used by the embed script.
         */
        get: operations["getWidgetConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Agent
         * @description An agent of a store (source 2.1).
         */
        Agent: {
            /**
             * @description Unique, assigned by the service.
             * @example agt_6bJq0TnVxk2mWc8Rz4Yd1f
             */
            id: string;
            /**
             * @description Display name.
             * @example Shop assistant
             */
            name: string;
            /**
             * @description Agent type. The known values are examples, not the whole set (decision 0002).
             * @example customer_support
             * @example product_recommendation
             */
            type: string;
            /** @description Short description. */
            description?: string;
            config: components["schemas"]["AgentConfigApplied"];
            /**
             * @description Carried by the agents of a list; `active` is the only value in use (source 3, decision 0009).
             * @example active
             */
            status?: string;
            /**
             * Format: date-time
             * @description When it was created (ISO 8601, UTC, milliseconds).
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed; equals `created_at` on creation.
             */
            updated_at: string;
        };
        /**
         * AgentConfig
         * @description How an agent thinks and which tools it may use, as a client sends it (source 2.2).
         */
        AgentConfig: {
            /**
             * @description Where the model runs. `provider_one` is a direct model vendor, `provider_two` a model router,
             *     `provider_three` a cloud model platform.
             * @enum {string}
             */
            model_provider: "provider_one" | "provider_two" | "provider_three";
            /**
             * @description The provider's identifier of the model.
             * @example shopping-1
             */
            model_id: string;
            /** @description Instructions that precede every conversation. */
            system_prompt: string;
            /**
             * @description Sampling temperature.
             * @default 0.7
             */
            temperature?: number;
            /**
             * @description The most tokens that one reply may have.
             * @default 4096
             */
            max_tokens?: number;
            /** @description MCP tool connections. Absent unless sent; there is no default. */
            mcp_capabilities?: components["schemas"]["McpCapability"][];
        };
        /**
         * AgentConfigApplied
         * @description An agent's config as the service answers it, with the defaults of source 2.2 filled in.
         */
        AgentConfigApplied: {
            /**
             * @description Where the model runs. `provider_one` is a direct model vendor, `provider_two` a model router,
             *     `provider_three` a cloud model platform.
             * @enum {string}
             */
            model_provider: "provider_one" | "provider_two" | "provider_three";
            /**
             * @description The provider's identifier of the model.
             * @example shopping-1
             */
            model_id: string;
            /** @description Instructions that precede every conversation. */
            system_prompt: string;
            /** @description As sent, or 0.7. */
            temperature: number;
            /** @description As sent, or 4096. */
            max_tokens: number;
            /** @description As sent; absent when it was not sent. */
            mcp_capabilities?: components["schemas"]["McpCapability"][];
        };
        /**
         * AgentCreate
         * @description The body of a create (source 4.3).
         */
        AgentCreate: {
            /**
             * @description Display name.
             * @example Shop assistant
             */
            name: string;
            /**
             * @description Agent type. The known values are examples, not the whole set (decision 0002).
             * @example customer_support
             * @example product_recommendation
             */
            type: string;
            /** @description Short description. */
            description?: string;
            config: components["schemas"]["AgentConfig"];
        };
        /**
         * AgentList
         * @description All agents of the store, oldest first (source 4.2, decision 0010).
         */
        AgentList: {
            agents: components["schemas"]["Agent"][];
        };
        /**
         * ChatEvent
         * @description One event of the chat stream (source 6).
         */
        ChatEvent: components["schemas"]["TextEvent"] | components["schemas"]["ToolUseEvent"] | components["schemas"]["ToolResultEvent"] | components["schemas"]["EndEvent"] | components["schemas"]["ErrorEvent"];
        /**
         * ChatReply
         * @description The whole reply in one object, for `stream:` false (decision 0008).
         */
        ChatReply: {
            /** @description To be sent back for follow-up messages. */
            conversation_id: string;
            /** @description The concatenated text of the reply. */
            content: string;
            /** @description The tools that were called, in order, each with its result. */
            tool_calls: {
                /** @description Tool name. */
                tool: string;
                /** @description What the agent sent to the tool. */
                input: Record<string, unknown>;
                /** @description What the tool answered. */
                output: Record<string, unknown>;
            }[];
        };
        /**
         * ChatRequest
         * @description A message to an agent (source 4.1).
         */
        ChatRequest: {
            /** @description The agent to message. */
            agent_id: string;
            /**
             * @description The user's message.
             * @example Do you have a blue shirt under $60?
             */
            message: string;
            /** @description Continues an existing conversation; a new one starts when it is omitted. */
            conversation_id?: string;
            /**
             * @description false asks for one JSON object in place of the stream (decision 0008).
             * @default true
             */
            stream?: boolean;
        };
        /**
         * EndEvent
         * @description The reply is complete. Terminal; nothing follows it.
         */
        EndEvent: {
            /** @constant */
            type: "end";
            /** @description To be sent back for follow-up messages. */
            conversation_id: string;
        };
        /**
         * Error
         * @description The body of every failed request (source 2.5).
         */
        Error: {
            /**
             * @description What went wrong, for a person. Bad input names the field and the rule that it breaks.
             * @example config.temperature must be <= 1
             */
            error: string;
            /**
             * @description The HTTP status code of the response that carries this body.
             * @example 400
             */
            status: number;
        };
        /**
         * ErrorEvent
         * @description An error occurred during processing (decision 0007). Terminal; no `end` follows it.
         */
        ErrorEvent: {
            /** @constant */
            type: "error";
            /** @description What went wrong, for a person. */
            error: string;
            /** @description The status that the request would have had, had the stream not begun. */
            status: number;
        };
        /**
         * McpCapability
         * @description One MCP tool connection of an agent (source 2.2). The open set of types is settled in decision 0003.
         */
        McpCapability: {
            /**
             * @description Names a tool connection. `product_catalog` is built in; a type with no connection is kept and gives no tools.
             * @example product_catalog
             */
            type: string;
            /** @description Whether the agent may use this connection. */
            enabled: boolean;
        };
        /**
         * TextEvent
         * @description A chunk of the reply's text. Chunks are concatenated in arrival order.
         */
        TextEvent: {
            /** @constant */
            type: "text";
            /** @description The chunk. */
            content: string;
        };
        /**
         * ToolResultEvent
         * @description The result of a tool call.
         */
        ToolResultEvent: {
            /** @constant */
            type: "tool_result";
            /** @description Tool name. */
            tool: string;
            /** @description What the tool answered. */
            output: Record<string, unknown>;
        };
        /**
         * ToolUseEvent
         * @description The agent is calling a tool.
         */
        ToolUseEvent: {
            /** @constant */
            type: "tool_use";
            /** @description Tool name. */
            tool: string;
            /** @description What the agent sends to the tool. */
            input: Record<string, unknown>;
        };
        /**
         * WidgetConfig
         * @description What the embed script needs to render a chatbot (source 2.3).
         */
        WidgetConfig: {
            /** @description Unique chatbot identifier. */
            chatbot_id: string;
            /** @description The agent that powers the chatbot. */
            agent_id: string;
            /** @description Internal chatbot name. */
            name: string;
            config: {
                /** @description The first message that a visitor sees. */
                welcome_message: string;
                /** @description Clickable prompt suggestions. */
                suggested_prompts: string[];
                theme: components["schemas"]["WidgetTheme"];
                /**
                 * @description Shape of the bubble.
                 * @enum {string}
                 */
                bubble_style: "rounded" | "square" | "pill";
                /**
                 * @description Corner of the page.
                 * @enum {string}
                 */
                position: "bottom-right" | "bottom-left";
                /** @description Title of the chat window's header. */
                title: string;
                /** @description Optional subtitle. */
                subtitle?: string;
            };
        };
        /**
         * WidgetTheme
         * @description Colours of the widget, each a hexadecimal colour (source 2.3).
         */
        WidgetTheme: {
            /** @example #1f6feb */
            primary_color: string;
            /** @example #ffffff */
            background_color: string;
            /** @example #1f2328 */
            text_color: string;
            /** @example #ddf4ff */
            user_message_color: string;
            /** @example #f6f8fa */
            bot_message_color: string;
        };
    };
    responses: {
        /** @description The request is invalid; the error names the field and the rule. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API key is missing or invalid. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request came over plain HTTP. */
        HttpsRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan's agent limit is reached and nothing was created, or the request came over plain HTTP. */
        AgentLimitReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing in this store. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The conversation is still answering an earlier message, or the first request with this Idempotency-Key is not answered yet. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This Idempotency-Key came with another body before. */
        IdempotencyMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 256 kB. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan's requests per minute are spent. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request's header fields are too large. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something failed on our side. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The agent's model provider has no credentials, failed, or broke off. */
        ModelUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The reply took too long and was ended. */
        TimedOut: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is starting, stopping or cannot reach its database. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description An extension (decision 0030). A request that is sent again with the same key and the same body is answered
         *     as the first one was, and does not run twice.
         * @example 5f0c7a52-7f7e-4a43-9d3e-2f8b6c1d9e10
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description What is left of the minute, as in the IETF draft on rate limit header fields.
         * @example "minute";r=19;t=60
         */
        RateLimit: string;
        /**
         * @description The limit that holds for this store.
         * @example "minute";q=20;w=60
         */
        RateLimitPolicy: string;
        /** @description Names this request in the service's logs; quote it when you ask for support. */
        RequestId: string;
        /**
         * @description Whole seconds after which the same request will be admitted.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description The conversation, known before the first event.
         * @example cnv_5dVq0R1nT8bK3mXw7LzYcE
         */
        ConversationId: string;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All agents. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An extension (decision 0030). A request that is sent again with the same key and the same body is answered
                 *     as the first one was, and does not run twice.
                 * @example 5f0c7a52-7f7e-4a43-9d3e-2f8b6c1d9e10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentCreate"];
            };
        };
        responses: {
            /** @description The created agent. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AgentLimitReached"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamAgentChat: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An extension (decision 0030). A request that is sent again with the same key and the same body is answered
                 *     as the first one was, and does not run twice.
                 * @example 5f0c7a52-7f7e-4a43-9d3e-2f8b6c1d9e10
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description The reply. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Conversation-Id": components["headers"]["ConversationId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChatEvent"];
                    "application/json": components["schemas"]["ChatReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ModelUnavailable"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["TimedOut"];
        };
    };
    getWidgetConfig: {
        parameters: {
            query: {
                /** @description The chatbot. */
                chatbot_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The widget configuration. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
