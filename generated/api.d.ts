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
         * @description Only the required fields must be present; omitted optional config fields get their defaults.
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
         * @description The reply is a stream of Server-Sent Events, described in `asyncapi.yaml`. A failure before the first byte is a
         *     JSON error response; a failure after it is an `error` event. With `stream: false` the reply is one JSON object.
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
             * @description Agent type. The known values are examples, not a complete list (decision 0002).
             * @example customer_support
             * @example product_recommendation
             */
            type: string;
            /** @description Short description. */
            description?: string;
            config: components["schemas"]["AgentConfigApplied"];
            /**
             * @description Present in lists; `active`, or `disabled` for an agent that rejects messages (source 3, decision 0009).
             * @example active
             */
            status?: string;
            /**
             * Format: date-time
             * @description Creation time (ISO 8601, UTC, milliseconds).
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change; equals `created_at` on creation.
             */
            updated_at: string;
        };
        /**
         * AgentConfig
         * @description The model and the tools of an agent, as a client sends them (source 2.2).
         */
        AgentConfig: {
            /**
             * @description The kind of provider. `provider_one` is a direct model vendor, `provider_two` a model router,
             *     `provider_three` a cloud model platform.
             * @enum {string}
             */
            model_provider: "provider_one" | "provider_two" | "provider_three";
            /**
             * @description The provider's identifier of the model.
             * @example shopping-1
             */
            model_id: string;
            /** @description Instructions sent to the model before every conversation. */
            system_prompt: string;
            /**
             * @description Sampling temperature.
             * @default 0.7
             */
            temperature?: number;
            /**
             * @description Maximum number of tokens in one reply.
             * @default 4096
             */
            max_tokens?: number;
            /** @description MCP tool connections. There is no default. */
            mcp_capabilities?: components["schemas"]["McpCapability"][];
        };
        /**
         * AgentConfigApplied
         * @description An agent's config as the service returns it, with the defaults of source 2.2 filled in.
         */
        AgentConfigApplied: {
            /**
             * @description The kind of provider. `provider_one` is a direct model vendor, `provider_two` a model router,
             *     `provider_three` a cloud model platform.
             * @enum {string}
             */
            model_provider: "provider_one" | "provider_two" | "provider_three";
            /**
             * @description The provider's identifier of the model.
             * @example shopping-1
             */
            model_id: string;
            /** @description Instructions sent to the model before every conversation. */
            system_prompt: string;
            /** @description As sent; 0.7 if omitted. */
            temperature: number;
            /** @description As sent; 4096 if omitted. */
            max_tokens: number;
            /** @description As sent; absent if omitted. */
            mcp_capabilities?: components["schemas"]["McpCapability"][];
        };
        /**
         * AgentCreate
         * @description Request body of `createAgent` (source 4.3).
         */
        AgentCreate: {
            /**
             * @description Display name.
             * @example Shop assistant
             */
            name: string;
            /**
             * @description Agent type. The known values are examples, not a complete list (decision 0002).
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
         * @description The whole reply as one object, for `stream: false` (decision 0008).
         */
        ChatReply: {
            /** @description Send it with follow-up messages. */
            conversation_id: string;
            /** @description The concatenated text of the reply. */
            content: string;
            /** @description The tool calls in order, each with its result. */
            tool_calls: {
                /** @description Tool name. */
                tool: string;
                /** @description Input of the tool call. */
                input: Record<string, unknown>;
                /** @description Output of the tool call. */
                output: Record<string, unknown>;
            }[];
        };
        /**
         * ChatRequest
         * @description A message to an agent (source 4.1).
         */
        ChatRequest: {
            /** @description The agent that receives the message. */
            agent_id: string;
            /**
             * @description The user's message.
             * @example Do you have a blue shirt under $60?
             */
            message: string;
            /** @description Continues an existing conversation; if omitted, a new one starts. */
            conversation_id?: string;
            /**
             * @description false returns one JSON object instead of the stream (decision 0008).
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
            /** @description Send it with follow-up messages. */
            conversation_id: string;
        };
        /**
         * Error
         * @description The body of every error response (source 2.5).
         */
        Error: {
            /**
             * @description A human-readable message. For invalid input it names the field and the violated rule.
             * @example config.temperature must be <= 1
             */
            error: string;
            /**
             * @description The HTTP status code of the response.
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
            /** @description A human-readable message. */
            error: string;
            /** @description The HTTP status for this error if the stream had not started. */
            status: number;
        };
        /**
         * McpCapability
         * @description One MCP tool connection of an agent (source 2.2). Decision 0003 covers its types.
         */
        McpCapability: {
            /**
             * @description Name of a tool connection. `product_catalog` is built in; a type without a connection is stored and provides no tools.
             * @example product_catalog
             */
            type: string;
            /** @description Whether the agent may use this connection. */
            enabled: boolean;
        };
        /**
         * TextEvent
         * @description A chunk of the reply's text. Clients concatenate chunks in arrival order.
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
            /** @description Output of the tool. */
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
            /** @description Input of the tool call. */
            input: Record<string, unknown>;
        };
        /**
         * WidgetConfig
         * @description Configuration that the embed script renders a chatbot from (source 2.3).
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
        /** @description The request was sent over plain HTTP. */
        HttpsRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan's agent limit is reached and nothing was created, or the request was sent over plain HTTP. */
        AgentLimitReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist in this store. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The conversation is still processing an earlier message, or the first request with this Idempotency-Key is still in progress. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This Idempotency-Key was used with a different request. */
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
        /** @description The plan's rate limit is exceeded. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request's headers are too large. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An internal server error. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The agent's model provider has no credentials, failed, or ended the reply early. */
        ModelUnavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The reply timed out. */
        TimedOut: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is starting or stopping, or cannot reach its database. */
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
         * @description An extension (decision 0030). A request repeated with the same key and the same body returns the first
         *     response and does not run again.
         * @example 5f0c7a52-7f7e-4a43-9d3e-2f8b6c1d9e10
         */
        IdempotencyKey: string;
        /** @description An extension (decision 0016). The ETag of an earlier response; 304 without a body while it is unchanged. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Remaining requests in this minute, as in the IETF draft on RateLimit headers.
         * @example "minute";r=19;t=60
         */
        RateLimit: string;
        /**
         * @description The rate limit of this store.
         * @example "minute";q=20;w=60
         */
        RateLimitPolicy: string;
        /** @description Identifies this request in the service's logs; quote it in support requests. */
        RequestId: string;
        /**
         * @description Whole seconds until the same request is accepted.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description A browser may cache the response for its user and asks for changes before each use (decision 0016).
         * @example private, no-cache
         */
        CacheControl: string;
        /**
         * @description Identifies this version of the widget configuration, for If-None-Match.
         * @example "Yt0rUZ4PLpXNqTnSEd1aXHEaQ9cbAZKmgYfqVt0GsUE"
         */
        ETag: string;
        /**
         * @description The conversation id, sent before the first event.
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
                 * @description An extension (decision 0030). A request repeated with the same key and the same body returns the first
                 *     response and does not run again.
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
                 * @description An extension (decision 0030). A request repeated with the same key and the same body returns the first
                 *     response and does not run again.
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
            header?: {
                /** @description An extension (decision 0016). The ETag of an earlier response; 304 without a body while it is unchanged. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetConfig"];
                };
            };
            /** @description The widget configuration is still the one of If-None-Match (decision 0016). */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
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
